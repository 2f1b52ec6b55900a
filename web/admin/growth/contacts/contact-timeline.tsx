import { Ban, CircleDot, Mail, MessageSquare, MousePointerClick, Pencil, ShieldCheck, Tag, Undo2 } from 'lucide-react'
import { CONSENTS, CONTACT_SOURCES } from '#contract/growth/contacts.ts'
import { useNow } from '#web/lib/clock.ts'
import { formatDateTime, formatTimeAgo } from '#web/lib/format.ts'
import type { ContactEvent } from '#web/lib/remote/vault-client.ts'
import { contacts as text } from '#web/messages/growth/contacts.ts'
import { Heading } from '#web/ui/layout/text.tsx'
import { Timeline, TimelineItem } from '#web/ui/list/timeline.tsx'

const words = text.sheet
const ICONS: Record<string, typeof Tag> = {
  added: CircleDot,
  changed: Pencil,
  tags: Tag,
  consent: ShieldCheck,
  message: MessageSquare,
  sent: Mail,
  clicked: MousePointerClick,
  bounced: Undo2,
  complained: Ban,
}

/** What happened with a contact, newest first. */
export function ContactTimeline({ events }: { events: readonly ContactEvent[] }) {
  const now = useNow()
  return (
    <section aria-label={words.timeline} className="flex flex-col gap-3">
      <Heading look="small">{words.timeline}</Heading>
      <Timeline label={words.timeline}>
        {events.map((event) => {
          const at = new Date(event.at)
          const ground = event.details['text']
          const notes = [...(typeof ground === 'string' ? [ground] : []), ...(event.by ? [words.by(event.by)] : [])]
          return (
            <TimelineItem
              key={event.id}
              Icon={ICONS[event.kind] ?? CircleDot}
              time={formatTimeAgo(at, now)}
              timeTitle={formatDateTime(at)}
              note={notes.join(' · ')}
            >
              {sentenceOf(event)}
            </TimelineItem>
          )
        })}
      </Timeline>
    </section>
  )
}

function sentenceOf({ kind, details }: ContactEvent): string {
  const { kinds } = words
  const said = (name: string): string => (typeof details[name] === 'string' ? details[name] : '')
  const list = (name: string): string[] =>
    Array.isArray(details[name]) ? details[name].filter((one): one is string => typeof one === 'string') : []
  const source = CONTACT_SOURCES.find((one) => one === said('source'))
  const state = CONSENTS.find((one) => one === said('state'))
  const sentences: Record<string, () => string> = {
    added: () => kinds.added(source ? text.source(source) : said('source')),
    changed: () => kinds.changed(list('fields')),
    tags: () => kinds.tags(list('tags')),
    consent: () => kinds.consent(state ? text.consent(state) : said('state')),
    message: () => kinds.message(said('subject')),
    sent: () => kinds.sent(said('subject')),
    clicked: () => kinds.clicked(said('subject')),
    bounced: () => kinds.bounced,
    complained: () => kinds.complained,
  }
  return sentences[kind]?.() ?? kind
}
