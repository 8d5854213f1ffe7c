// Starts the gateway and says, in words for people, how to reach it.

import { runGateway } from './run-gateway.ts';

process.exitCode = await runGateway();
