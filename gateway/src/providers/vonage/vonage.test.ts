import { describeProvider } from '../tests-support/conformance.ts';
import { createVonageBench } from './tests-support/vonage-bench.ts';

describeProvider('vonage', createVonageBench);
