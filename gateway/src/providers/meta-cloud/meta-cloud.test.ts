import { describeProvider } from '../tests-support/conformance.ts';
import { createMetaBench } from './tests-support/meta-bench.ts';

describeProvider('meta_cloud', createMetaBench);
