import { parentPort } from 'node:worker_threads';
import reference from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

// The package keeps its script to itself and hands it to a Fastify instance only: this one never listens.
const fastify = Fastify();
await fastify.register(reference, { routePrefix: '/reference', configuration: { url: '/' } });
const { rawPayload } = await fastify.inject('/reference/js/scalar.js');
parentPort?.postMessage(Uint8Array.from(rawPayload));
