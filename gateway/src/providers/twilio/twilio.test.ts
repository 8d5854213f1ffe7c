import { describeProvider } from '../tests-support/conformance.ts';
import { createTwilioBench } from './tests-support/twilio-bench.ts';

describeProvider('twilio', createTwilioBench);
