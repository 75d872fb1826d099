import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresServer } from './postgres.ts';
import { administer } from './postgres-roles.ts';

/** A self-signed certificate for localhost, valid for a hundred years. For tests only. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUPpyd+QRgoPfFPJS2TLi/hpFKI7AwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNTEyMDYzM1oYDzIxMjYxMDIy
MTIwNjMzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQU0okenPFOB1suRJrieosYoFno8DPxnP0pQQ4EJetVK0+Kc4Y229OA
YXJgqxKUTk5EnWU2DhC4h71c9c0j4BQeo2kwZzAdBgNVHQ4EFgQUAiQ72jyTIr1T
WhinAHfIGoRlYRwwHwYDVR0jBBgwFoAUAiQ72jyTIr1TWhinAHfIGoRlYRwwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIgU7KDaepTdRHKYcm2e+amuZ1sJGeG8073KStxJpa17EUCIQCVRHCuXaCR
ZPDujSRw68WqbfdzHP7wt876gXpmWkOUnA==
-----END CERTIFICATE-----
`;
export const CERTIFICATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgEk+dZD1EIarnFdV9
S8Kq8r8qmh4FjhI1Vchztk3CnxChRANCAAQU0okenPFOB1suRJrieosYoFno8DPx
nP0pQQ4EJetVK0+Kc4Y229OAYXJgqxKUTk5EnWU2DhC4h71c9c0j4BQe
-----END PRIVATE KEY-----
`;

/** Prepends rules to pg_hba.conf. */
export async function admit(server: PostgresServer, ...rules: string[]): Promise<void> {
  const path = join(server.data, 'pg_hba.conf');
  writeFileSync(path, [...rules, readFileSync(path, 'utf8')].join('\n'));
  await administer(server.url, 'SELECT pg_reload_conf()');
}

/** Enables TLS and client certificates for the role localhost. */
export async function offerTls(server: PostgresServer): Promise<void> {
  for (const [name, text] of Object.entries({ 'server.crt': CERTIFICATE, 'server.key': CERTIFICATE_KEY })) {
    const path = join(server.data, name);
    writeFileSync(path, text, { mode: 0o600 });
    const { uid, gid } = statSync(server.data);
    chownSync(path, uid, gid);
  }
  await administer(server.url, 'ALTER SYSTEM SET ssl = on');
  await administer(server.url, "ALTER SYSTEM SET ssl_ca_file = 'server.crt'");
  await administer(server.url, 'SELECT pg_reload_conf()');
}
