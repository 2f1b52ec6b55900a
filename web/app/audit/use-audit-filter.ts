import { useQueries, useQuery } from '@tanstack/react-query'
import type { AuditFilter, AuditWord } from '#web/lib/remote/vault-client.ts'
import { audit as auditWords } from '#web/messages/audit/audit.ts'
import { typeTitles } from '#web/messages/audit/event-words.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { auditFilterOf, type FilterValues, matchesSearch, wordsOf } from './audit-filters.ts'
import { foundPeopleQuery, typesQuery } from './audit.queries.ts'

/** The filter for list, count and export alike; undefined while it is not known what the words of a search mean. */
export function useAuditFilter(values: FilterValues): AuditFilter | undefined {
  const { audit } = useVault()
  const { words, about } = wordsOf(values.search)
  const { data: types } = useQuery(typesQuery(audit, words))
  const people = useQueries({ queries: words.map((word) => foundPeopleQuery(audit, word)) })
  if (words.length === 0)
    return about === undefined ? auditFilterOf(values) : auditFilterOf(values, { words: [], about })
  // A search that cannot look for people still finds events.
  if (!types || people.some(({ isPending }) => isPending)) return undefined
  const meant = words.map((word, at) => meaningOf(word, { types, userIds: people[at]?.data ?? [] }))
  return auditFilterOf(values, { words: meant, about })
}

function meaningOf(
  word: string,
  { types, userIds }: { types: readonly string[]; userIds: readonly string[] },
): AuditWord {
  const { statuses, statusWords } = auditWords
  const statusTexts = (status: string) => [status, statuses[status] ?? '', statusWords[status] ?? '']
  return {
    types: types.filter((type) => matchesSearch([...typeTitles(type), type], word)),
    statuses: Object.keys(statuses).filter((status) => statusTexts(status).some((text) => startsWord(text, word))),
    userIds,
  }
}

const startsWord = (text: string, word: string): boolean =>
  text.split(' ').some((part) => part !== '' && part.toLowerCase().startsWith(word.toLowerCase()))
