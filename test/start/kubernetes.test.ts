import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Secret, Service } from 'kubernetes-models/v1'
import { expect, onTestFinished, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { configOf, unknownSettings } from '../support/container/settings-of.ts'
import { ROOT } from '../support/server/server-process.ts'
import { startServer } from '../support/server/test-server.ts'

const KINDS = { Deployment, Ingress, PodDisruptionBudget, ConfigMap, Secret, Service }
const MODULES: Record<keyof typeof KINDS, string> = {
  Deployment: 'kubernetes-models/apps/v1',
  Ingress: 'kubernetes-models/networking.k8s.io/v1',
  PodDisruptionBudget: 'kubernetes-models/policy/v1',
  ConfigMap: 'kubernetes-models/v1',
  Secret: 'kubernetes-models/v1',
  Service: 'kubernetes-models/v1',
}
const kind = z.enum(['Deployment', 'Ingress', 'PodDisruptionBudget', 'ConfigMap', 'Secret', 'Service'])
const named = z.looseObject({ kind, metadata: z.object({ name: z.string() }) })

const read = (name: string) => fs.readFileSync(path.join(ROOT, 'examples/kubernetes', name), 'utf8')
const documentsOf = (text: string) => parseAllDocuments(text).map((one): unknown => one.toJS())
const documents = ['secrets.yaml', 'quantumshield.yaml'].flatMap((name) => documentsOf(read(name)))

/** The one document of that kind and name, as the test needs it. */
function find<T>(wanted: z.infer<typeof kind>, shape: z.ZodType<T>, name = 'quantumshield'): T {
  const found = documents.filter((one) => {
    const { kind, metadata } = named.parse(one)
    return kind === wanted && metadata.name === name
  })
  expect(found).toHaveLength(1)
  return shape.parse(found[0])
}

const mounts = z.array(z.object({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().optional() }))
const held = z.object({
  allowPrivilegeEscalation: z.literal(false),
  readOnlyRootFilesystem: z.literal(true),
  capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
})
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.literal('http') }) })
const labels = z.record(z.string(), z.string())
const pod = z.object({
  terminationGracePeriodSeconds: z.number(),
  securityContext: z.looseObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.literal(1000),
    fsGroup: z.literal(1000),
  }),
  containers: z.tuple([
    z.object({
      ports: z.tuple([z.object({ name: z.literal('http'), containerPort: z.number() })]),
      startupProbe: probe,
      livenessProbe: probe,
      readinessProbe: probe,
      securityContext: held,
      volumeMounts: mounts,
    }),
  ]),
  volumes: z.array(
    z.object({
      name: z.string(),
      secret: z.object({ secretName: z.string() }).optional(),
      emptyDir: z.looseObject({}).optional(),
    }),
  ),
})
const deployment = find(
  'Deployment',
  z.object({
    spec: z.object({
      replicas: z.number(),
      selector: z.object({ matchLabels: labels }),
      template: z.object({ metadata: z.object({ labels }), spec: pod }),
    }),
  }),
)
const { spec } = deployment.spec.template
const [server] = spec.containers
const settings = find('ConfigMap', z.object({ data: z.record(z.string(), z.string()) })).data
const secret = (name: string) =>
  find('Secret', z.object({ stringData: z.record(z.string(), z.string()) }), name).stringData

/** What the types of Kubernetes say, which know every field by its name. */
function compile(written: readonly unknown[]): string {
  // Where its imports find the packages of this checkout.
  const folder = fs.mkdtempSync(path.join(ROOT, '.data/kubernetes-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const lines = written.map((one, at) => {
    const { kind } = named.parse(one)
    return `import type { I${kind} as T${at} } from '${MODULES[kind]}'\nexport const d${at}: T${at} = ${JSON.stringify(one)}`
  })
  const file = path.join(folder, 'manifests.ts')
  fs.writeFileSync(file, lines.join('\n'))
  const options = ['--noEmit', '--ignoreConfig', '--module', 'preserve', '--skipLibCheck', '--strict', '--types', '']
  return spawnSync(path.join(ROOT, 'node_modules/.bin/tsc'), [...options, file], { encoding: 'utf8' }).stdout
}

test('every document is what Kubernetes takes: values, and no field that it does not know', () => {
  const check = (one: unknown) => {
    const { kind, ...fields } = named.parse(one)
    new KINDS[kind](fields).validate()
  }
  for (const one of documents) expect(() => check(one), JSON.stringify(one)).not.toThrow()
  const wrong = documentsOf(read('quantumshield.yaml').replace('replicas: 3', 'replicas: three'))
  expect(() => wrong.forEach(check)).toThrow('replicas must be integer')

  expect(compile(documents)).toBe('')
  const misspelt = documentsOf(read('quantumshield.yaml').replace('readinessProbe', 'readynessProbe'))
  expect(compile(misspelt)).toContain('readynessProbe')
})

test('the server takes its settings, with the secrets as they are mounted', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-kubernetes-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  expect(unknownSettings(settings)).toEqual([])
  const files = new Map<string, string>()
  for (const { name, mountPath } of server.volumeMounts) {
    const from = spec.volumes.find((one) => one.name === name)?.secret?.secretName
    if (from === undefined) continue
    for (const [key, value] of Object.entries(secret(from))) files.set(`${mountPath}/${key}`, value)
  }
  // The example has none: everybody would have the same.
  expect(() => configOf(settings, files, folder)).toThrow('SECRETS_KEY')
  files.set(settings['SECRETS_KEY_FILE'] ?? '', randomBytes(32).toString('base64'))
  const { config, notices } = configOf(settings, files, folder)
  expect(notices).toEqual([])
  expect(config.trustProxy).toBe(true)
  // Otherwise it would be another database and another store for each pod.
  expect(config.databaseUrl).toMatch(/^postgres:/)
  expect(config.s3?.bucket).toBe('quantumshield')
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(config.stop.delaySeconds + config.stop.limitSeconds + 10)
})

test('pods are held as the strictest rule of Kubernetes demands, and write nowhere but into their volumes', () => {
  expect(server.volumeMounts.filter(({ readOnly }) => !readOnly).map(({ mountPath }) => mountPath)).toEqual([
    '/data',
    '/tmp',
  ])
  const volumes = spec.volumes.map(({ name }) => name)
  const mounted = server.volumeMounts.map(({ name }) => name)
  expect([...new Set(mounted)].toSorted()).toEqual(volumes.toSorted())
  expect(JSON.stringify(deployment), 'a full one is no reason to evict the pod').not.toContain('sizeLimit')
})

test('selectors, ports and addresses of probes lead somewhere', async () => {
  const { labels } = deployment.spec.template.metadata
  expect(deployment.spec.selector.matchLabels).toEqual(labels)
  const budget = find(
    'PodDisruptionBudget',
    z.object({ spec: z.object({ minAvailable: z.number(), selector: z.unknown() }) }),
  )
  expect(budget.spec.selector).toEqual({ matchLabels: labels })
  expect(budget.spec.minAvailable).toBeLessThan(deployment.spec.replicas)
  const service = find('Service', z.object({ spec: z.object({ selector: z.unknown(), ports: z.unknown() }) }))
  expect(service.spec).toEqual({ selector: labels, ports: [{ name: 'http', port: 80, targetPort: 'http' }] })
  const text = fs.readFileSync(path.join(ROOT, 'Containerfile'), 'utf8')
  expect(text).toContain(`EXPOSE ${server.ports[0].containerPort}\n`)

  const { url, stop } = await startServer()
  onTestFinished(stop)
  for (const { httpGet } of [server.startupProbe, server.livenessProbe, server.readinessProbe])
    expect((await fetch(url + httpGet.path)).headers.get('content-type')).toContain('application/json')
})
