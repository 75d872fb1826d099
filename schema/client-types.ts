import { openapiDocument } from '../src/api/openapi/document.ts';
import type { DocumentFormat } from '../src/api/openapi/schemas.ts';
import { FORMATS } from '../src/catalog/catalog.ts';

interface Schema {
  $ref?: string;
  type?: string;
  enum?: string[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
}

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; schema: Schema; required?: boolean; description: string }[];
}

interface Document {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, { get?: Operation }>;
}

/** The types of the client, from the OpenAPI document. */
export function writeClientTypes(): string {
  const schemas = Object.assign({}, ...FORMATS.map((format) => readDocument(format).components.schemas));
  const resources = Object.entries<Schema>(schemas).filter(([name]) => !NOT_IN_CLIENT.test(name));
  const queries = Object.entries(readDocument('any').paths).map(([path, { get }]) => declareQuery(path, get));
  const parts = [
    '// Written by "npm run client-types" from the OpenAPI document. Do not edit.',
    ...resources.map(([name, schema]) => declareInterface(name, schema)),
    ...queries.filter((query) => query !== ''),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The client returns the elements of lists, and throws errors. */
const NOT_IN_CLIENT = /^(ApiError|GameId|\w+List)$/;

function readDocument(format: DocumentFormat): Document {
  return openapiDocument({ publicUrl: 'http://localhost:8080', format }) as unknown as Document;
}

function declareInterface(name: string, { properties, required = [], description }: Schema): string {
  if (!properties) throw new Error(`${name} is not an object`);
  const fields = Object.entries(properties).map(([field, schema]) =>
    declareField(field, required.includes(field), typeOf(schema), schema.description),
  );
  return `${comment(description, '')}export interface ${name} {\n${fields.join('\n')}\n}`;
}

/** Empty without parameters. */
function declareQuery(path: string, operation: Operation | undefined): string {
  const query = operation?.parameters?.filter((parameter) => parameter.in === 'query') ?? [];
  if (!operation || query.length === 0) return '';
  const name = `${operation.operationId.replace(/^./, (letter) => letter.toUpperCase())}Query`;
  const fields = query.map(({ name: field, required = false, schema, description }) => {
    const repeated =
      schema.type === 'array' ? `${typeOf(schema.items as Schema)} | readonly ${typeOf(schema)}` : typeOf(schema);
    return declareField(field, required, required ? repeated : `${repeated} | undefined`, description);
  });
  return `/** The parameters of \`${path}\` */\nexport interface ${name} {\n${fields.join('\n')}\n}`;
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) as string;
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.enum) return schema.enum.map((value) => `'${value}'`).join(' | ');
  if (schema.type === 'array') {
    const element = typeOf(schema.items as Schema);
    return element.includes(' ') ? `(${element})[]` : `${element}[]`;
  }
  if (schema.type === undefined) throw new Error(`no type for ${JSON.stringify(schema)}`);
  return schema.type === 'integer' ? 'number' : schema.type;
}

function declareField(name: string, required: boolean, type: string, description: string | undefined): string {
  return `${comment(description, '  ')}  ${name}${required ? '' : '?'}: ${type};`;
}

function comment(text: string | undefined, indent: string): string {
  return text ? `${indent}/** ${text} */\n` : '';
}
