import { formatCount } from '#web/lib/format.ts'
import type { Newsletter } from '#web/lib/remote/vault-client.ts'
import { newsletters as text } from '#web/messages/growth/newsletters.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'

const words = text.results

/** What became of the mails of a newsletter, and where its links lead. */
export function NewsletterResults({ newsletter: { counts, links, clicks } }: { newsletter: Newsletter }) {
  const figures: [string, number][] = [
    [words.recipients, counts.recipients],
    [words.waiting, counts.waiting],
    [words.sent, counts.sent],
    [words.clicked, counts.clicked],
    [words.unsubscribed, counts.unsubscribed],
    [words.bounced, counts.bounced],
    [words.complained, counts.complained],
    [words.failed, counts.failed],
    [words.leftOut, counts.left_out],
  ]
  return (
    <section aria-label={words.title} className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
      <Card className="p-4">
        <Heading look="small" className="mb-3">
          {words.title}
        </Heading>
        <FactList facts={figures.map(([name, count]) => [name, formatCount(count)])} />
      </Card>
      {links.length > 0 && (
        <Card className="p-4">
          <Heading look="small" className="mb-3">
            {words.links}
          </Heading>
          <PlainRows label={words.links}>
            {links.map((url, at) => (
              <PlainRow key={url} action={words.clicks(clicks.find(({ link }) => link === at)?.clicks ?? 0)}>
                {url}
              </PlainRow>
            ))}
          </PlainRows>
          <Text tone="hint" size="xs" className="mt-3">
            {words.note}
          </Text>
        </Card>
      )}
    </section>
  )
}
