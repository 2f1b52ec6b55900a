import { z } from 'zod'
import type { WireRoute } from '#contract/wire/wire-route.ts'

type Json = Record<string, unknown>

/** Describes routes of the contract as OpenAPI 3.1: addresses, filters, orders, bodies and answers, as their schemas have them. */
export function wireOpenApi(routes: readonly WireRoute[]): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const [method = '', path = ''] = route.line.split(' ')
    const address = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[address] = { ...paths[address], [method.toLowerCase()]: operationOf(route, address) }
  }
  return { openapi: '3.1.0', info: { title: 'QuantumShield', version: '1' }, paths }
}

function operationOf(
  { summary, permission, query, body, answer, file, makes, example }: WireRoute,
  address: string,
): Json {
  const described = file
    ? Object.fromEntries(file.map((type) => [type, {}]))
    : answer && { 'application/json': { schema: schemaOf(answer, 'output') } }
  return {
    tags: [address.split('/')[1]],
    summary,
    'x-permission': permission,
    parameters: [
      ...[...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string', format: 'uuid' },
      })),
      ...(query ? queryOf(schemaOf(query, 'input')) : []),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: schemaOf(body, 'input'), ...(example !== undefined && { example }) },
        },
      },
    }),
    responses: {
      [described ? (makes ? 201 : 200) : 204]: { description: 'OK', ...(described && { content: described }) },
    },
  }
}

function queryOf({ properties = {} }: Json): Json[] {
  return Object.entries(properties as Record<string, Json>).map(([name, schema]) => ({ name, in: 'query', schema }))
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return described
}
