// Starts the gateway and says, in words for people, how to reach it.

import { runGateway } from './app/run-gateway.ts';

// Said aloud, because a connection to a database that went silent never ends and would keep the process alive.
process.exit(await runGateway());
