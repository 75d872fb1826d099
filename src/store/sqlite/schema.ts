import { CATALOG_SCHEMA } from './catalog-schema.ts';
import { SERVICE_SCHEMA } from './service-schema.ts';

/** By the name of the file. */
export const SCHEMAS = { 'catalog.db': CATALOG_SCHEMA, 'service.db': SERVICE_SCHEMA };
