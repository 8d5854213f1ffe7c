import { describeProvider } from '../tests-support/conformance.ts';
import { createDialog360Bench } from './tests-support/dialog360-bench.ts';

describeProvider('dialog360', createDialog360Bench);
