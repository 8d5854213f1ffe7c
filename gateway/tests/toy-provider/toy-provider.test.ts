import { describeProvider } from '../../src/providers/tests-support/conformance.ts';
import { createToyBench } from './toy-bench.ts';

describeProvider('pigeons', createToyBench, { isRegistered: false });
