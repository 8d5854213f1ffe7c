// `node simulator/src/main.ts --port 4010`: the simulator alone.
import { runSimulator } from './run-simulator.ts';

await runSimulator(process.argv.slice(2), (text) => process.stdout.write(`${text}\n`));
