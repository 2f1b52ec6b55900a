import { z } from 'zod'
import { KEY_HOURS, MAX_KEY_CHARACTERS, takesKey, writeKey } from '#contract/wire/request-key.ts'
import type { WireRoute } from '#contract/wire/wire-route.ts'

type Json = Record<string, unknown>

const KEY_PARAMETER = '#/components/parameters/IdempotencyKey'
const COMPONENTS = {
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: `A string in quotes (RFC 9651), other for each act. A repeat within ${KEY_HOURS} hours gets the first answer, and nothing is done twice.`,
      schema: { type: 'string', maxLength: MAX_KEY_CHARACTERS + 2 },
      example: writeKey('8e03978e-40d5-43dd-bc93-6894a57f9324'),
    },
  },
}
const KEY_REFUSALS = {
  409: { description: 'The first request with this key is still running, or its answer is not kept' },
  422: { description: 'The key was sent with another request before' },
}

/** Describes routes of the contract as OpenAPI 3.1: addresses, filters, orders, bodies and answers, as their schemas have them. */
export function wireOpenApi(routes: readonly WireRoute[]): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const [method = '', path = ''] = route.line.split(' ')
    const address = path.replaceAll(/:(\w+)/g, '{$1}')
    const operation = operationOf(route, {
      address,
      hasKey: takesKey(method, path),
    })
    paths[address] = { ...paths[address], [method.toLowerCase()]: operation }
  }
  return { openapi: '3.1.0', info: { title: 'QuantumShield', version: '1' }, paths, components: COMPONENTS }
}

function operationOf(
  { summary, permission, query, body, answer, file, makes, example }: WireRoute,
  { address, hasKey }: { address: string; hasKey: boolean },
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
      ...(hasKey ? [{ $ref: KEY_PARAMETER }] : []),
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
      ...(hasKey && KEY_REFUSALS),
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
