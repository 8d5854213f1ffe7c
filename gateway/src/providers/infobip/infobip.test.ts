import { describeProvider } from '../tests-support/conformance.ts';
import { createInfobipBench } from './tests-support/infobip-bench.ts';

describeProvider('infobip', createInfobipBench);
