import { queryOptions } from '@tanstack/react-query'
import type { KeywordProject, VaultClient } from '#web/lib/remote/vault-client.ts'

type Calls = VaultClient['keywords']
const WHILE_RUNNING_MS = 2000

export const isUnderWay = ({ state }: KeywordProject): boolean => state === 'queued' || state === 'running'

/** Projects of the organisation, newest first. */
export const projectsQuery = (keywords: Calls) =>
  queryOptions({
    queryKey: ['keywords', 'projects'],
    queryFn: () => keywords.list(),
    refetchInterval: ({ state: { data } }) => (data?.projects.some(isUnderWay) ? WHILE_RUNNING_MS : false),
  })

/** One project with its clusters and keywords. @param state its results are read when that changes */
export const projectQuery = (keywords: Calls, id: string, state: string) =>
  queryOptions({ queryKey: ['keywords', 'project', id, state], queryFn: () => keywords.read(id) })

export const briefQuery = (keywords: Calls, project: string, cluster: string) =>
  queryOptions({ queryKey: ['keywords', 'brief', project, cluster], queryFn: () => keywords.brief(project, cluster) })

export const termsQuery = (keywords: Calls) =>
  queryOptions({ queryKey: ['keywords', 'terms'], queryFn: () => keywords.readTerms() })
