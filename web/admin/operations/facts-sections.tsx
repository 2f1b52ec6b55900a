import { useNow } from '#web/lib/clock.ts'
import { formatBytes, formatCount, formatDateTime, formatTimeAgo } from '#web/lib/format.ts'
import type { Operations } from '#web/lib/remote/vault-client.ts'
import { operations as text } from '#web/messages/operations.ts'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import { Nothing, Section } from './section.tsx'

/** What is stored, and what the checks of it found. */
export function StorageSection({ storage }: { storage: Operations['storage'] }) {
  const words = text.storage
  const { missing, damaged, unreadable, leftovers, held } = storage
  return (
    <Section title={words.title}>
      <FactList
        facts={[
          [words.stored, words.storedIn[storage.place](formatBytes(storage.bytes), storage.files)],
          [words.lost, <Alarm key="lost" isRaised={missing + damaged > 0} text={words.lostOf(missing, damaged)} />],
          [
            words.read,
            <Since key="read" at={storage.read_at} none={storage.is_reading ? words.reading : words.never} />,
          ],
          [words.unreadable, <Alarm key="unreadable" isRaised={unreadable > 0} text={formatCount(unreadable)} />],
          [words.swept, <Since key="swept" at={storage.swept_at} none={words.never} />],
          [words.leftovers, words.leftoversOf(leftovers, formatBytes(storage.leftover_bytes), held)],
        ]}
      />
    </Section>
  )
}

export function BackupSection({ backup }: { backup: Operations['backup'] }) {
  const words = text.backup
  return (
    <Section title={words.title}>
      {backup === null ? (
        <Nothing>{words.none}</Nothing>
      ) : (
        <FactList
          facts={[
            [words.taken, <Since key="taken" at={backup.taken_at} none="" />],
            [words.place, backup.place],
            [
              words.holds,
              words.holdsOf(formatBytes(backup.database_bytes), backup.contents, formatBytes(backup.content_bytes)),
            ],
            [words.damaged, <Alarm key="damaged" isRaised={backup.damaged > 0} text={formatCount(backup.damaged)} />],
          ]}
        />
      )}
    </Section>
  )
}

export function DatabaseSection({ database }: { database: Operations['database'] }) {
  const words = text.database
  return (
    <Section title={words.title}>
      <FactList
        facts={[
          [words.size, formatBytes(database.bytes)],
          [words.version, `PostgreSQL ${database.server_version}`],
          [words.migrations, words.migrationsOf(database.migrations, database.last_migration)],
          [words.migrated, <Since key="migrated" at={database.migrated_at} none="" />],
        ]}
      />
    </Section>
  )
}

function Since({ at, none }: { at: string | null; none: string }) {
  const now = useNow()
  if (at === null) return none
  const date = new Date(at)
  return (
    <time dateTime={at} title={formatDateTime(date)}>
      {formatTimeAgo(date, now)}
    </time>
  )
}

/** A figure that has to be 0. */
function Alarm({ isRaised, text: figure }: { isRaised: boolean; text: string }) {
  return isRaised ? (
    <Span tone="danger" className="font-semibold">
      {figure}
    </Span>
  ) : (
    figure
  )
}
