import type { Caller, Database } from '../db/database.ts'
import { keywordsError } from './keywords-requests.ts'
import { KeywordService } from './keywords.service.ts'

type Asked = {
  name: string
  seeds: readonly string[]
  /** The caller's own organisation, or `default`, which is that. */
  tenant: string
  signal: AbortSignal
}
export type NamedCluster = {
  name: string
  intent: string
  difficulty: number
  keywords: string[]
  content_angles: string[]
}

/**
 * Clusters seeds while somebody waits, and keeps the project. @returns undefined where the analysis failed
 * @throws {Refusal} as `KeywordService.start`; `forbidden` for another organisation
 */
export async function analyseNow(
  database: Database,
  caller: Caller,
  { name, seeds, tenant, signal }: Asked,
): Promise<NamedCluster[] | undefined> {
  const service = new KeywordService(database)
  const manager = await service.admit(caller)
  if (tenant !== 'default' && tenant !== manager.tenant) throw keywordsError('forbidden')
  const id = crypto.randomUUID()
  await service.start(caller, { id, name, seeds, waits: signal })
  const { project, clusters, keywords } = await service.read(caller, id)
  if (project.state !== 'done') return undefined
  return clusters.map((cluster) => ({
    name: cluster.name,
    intent: cluster.intent,
    difficulty: cluster.difficulty,
    keywords: keywords.filter(({ cluster_id: of }) => of === cluster.id).map(({ keyword }) => keyword),
    content_angles: cluster.angles,
  }))
}
