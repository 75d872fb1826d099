import { parentPort } from 'node:worker_threads';
import reference from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

// The package does not export its script, only a Fastify plugin that serves it. This instance never listens.
const fastify = Fastify();
await fastify.register(reference, { routePrefix: '/reference', configuration: { url: '/' } });
const { rawPayload } = await fastify.inject('/reference/js/scalar.js');
parentPort?.postMessage(Uint8Array.from(rawPayload));
