import { help } from '#web/messages/help/help.ts'
import type { GuideTopic } from '#web/messages/help/help-guide.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Heading } from '#web/ui/layout/text.tsx'

/** What a new person does first. */
const START = ['upload', 'share-person', 'recovery-kit', 'two-step', 'forgotten-password']

/** The way to each topic, and to the guides that come first. */
export function HelpIndex({ topics }: { topics: readonly GuideTopic[] }) {
  const guides = topics.flatMap((topic) => topic.guides)
  const start = guides.filter(({ id }) => START.includes(id))
  return (
    <Card className="grid gap-x-10 gap-y-4 p-4 sm:grid-cols-2">
      <Links title={help.start} links={start.map(({ id, title }) => [id, title])} />
      <Links title={help.index} links={topics.map(({ title }, at) => [topicId(at), title])} />
    </Card>
  )
}

export const topicId = (at: number): string => `topic-${at + 1}`

function Links({ title, links }: { title: string; links: readonly (readonly [id: string, text: string])[] }) {
  return (
    <nav aria-label={title}>
      <Heading>{title}</Heading>
      <ul className="mt-1 text-sm">
        {links.map(([id, text]) => (
          <li key={id} className="py-1">
            <TextLink to={`#${id}`}>{text}</TextLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
