import { useNow } from '#web/lib/clock.ts'
import { formatRelativeTime } from '#web/lib/format.ts'
import type { KeywordProject } from '#web/lib/remote/vault-client.ts'
import { keywords as text } from '#web/messages/studio/keywords.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { Heading, Text, TextButton } from '#web/ui/layout/text.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { useAddress } from './use-address.ts'

const words = text.projects

/** Every project of the organisation, newest first. */
export function ProjectList({ projects, shown }: { projects: readonly KeywordProject[]; shown: string | undefined }) {
  const now = useNow()
  const { show } = useAddress()
  return (
    <CardSection aria-label={words.title}>
      <Heading className="p-4">{words.title}</Heading>
      {projects.length === 0 ? (
        <EmptyState title={words.none} seed="keywords" />
      ) : (
        <PlainRows label={words.title}>
          {projects.map((project) => (
            <PlainRow
              key={project.id}
              action={project.state !== 'done' && <Badge tone={toneOf(project)}>{text.state(project.state)}</Badge>}
            >
              <TextButton
                aria-label={words.open(project.name)}
                aria-current={project.id === shown}
                onClick={() => show({ project: project.id, tab: undefined, cluster: undefined })}
              >
                {project.name}
              </TextButton>
              <Text tone="hint" size="xs">
                {[
                  words.facts(project.total, project.clusters),
                  formatRelativeTime(new Date(project.created_at), now),
                ].join(', ')}
              </Text>
            </PlainRow>
          ))}
        </PlainRows>
      )}
    </CardSection>
  )
}

const toneOf = ({ state }: KeywordProject) => (state === 'failed' ? 'danger' : 'plain')
