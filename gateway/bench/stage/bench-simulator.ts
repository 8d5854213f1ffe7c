// The simulator, in a process of its own and with its limits lifted: it must not be what a benchmark measures.

import { createSimulator } from '@hudhud/simulator/create-simulator.ts';
import { simulatorPlugin } from '@hudhud/simulator/simulator-plugin.ts';
import Fastify from 'fastify';
import { sayHello } from '../say-hello.ts';
import { statusDelays } from './simulator.ts';

const simulator = createSimulator();
simulator.changeSettings({ throughputPerSecond: 0, pairIntervalMs: 0, ...statusDelays });
const server = Fastify();
await server.register(simulatorPlugin, { simulator });
const address = await server.listen({ port: 0, host: '127.0.0.1' });
simulator.setPublicUrl(address);
sayHello({ address }, () => Promise.all([server.close(), simulator.close()]));
