import type { Fault, Faults } from './fault.ts';
import { ACCOUNT_FAULTS } from './faults/accounts.ts';
import { API_FAULTS } from './faults/api.ts';
import { BUNDLE_FAULTS } from './faults/bundle.ts';
import { CATALOG_FAULTS } from './faults/catalog.ts';
import { CLI_FAULTS } from './faults/cli.ts';
import { IMPORTER_FAULTS } from './faults/importers.ts';
import { MERGING_FAULTS } from './faults/merging.ts';
import { PICTURE_FAULTS } from './faults/pictures.ts';
import { QUOTA_FAULTS } from './faults/quota.ts';
import { SERVER_FAULTS } from './faults/server.ts';
import { STORE_FAULTS } from './faults/store.ts';
import { WEB_FAULTS } from './faults/web.ts';

const ALL: readonly Faults[] = [
  ACCOUNT_FAULTS,
  API_FAULTS,
  BUNDLE_FAULTS,
  CATALOG_FAULTS,
  CLI_FAULTS,
  IMPORTER_FAULTS,
  MERGING_FAULTS,
  PICTURE_FAULTS,
  QUOTA_FAULTS,
  SERVER_FAULTS,
  STORE_FAULTS,
  WEB_FAULTS,
];

export const FAULTS: readonly Fault[] = ALL.flatMap((faults) =>
  Object.entries(faults).flatMap(([file, rows]) =>
    rows.map(([find, replace, ...tests]) => ({ file, find, replace, tests })),
  ),
);
