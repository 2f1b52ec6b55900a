import type { Deal, Pipeline } from '#web/lib/remote/vault-client.ts'
import { sales as text } from '#web/messages/sales/sales.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { dayOf, money, personName } from '../sales-words.ts'

const words = text.form

type Props = { pipeline: Pipeline; seen: Deal; stored: Deal; onTake: () => void; onKeep: () => void }

/** Says what somebody else stored while a deal was edited, and lets the person choose. */
export function ChangedNotice({ pipeline, seen, stored, onTake, onKeep }: Props) {
  const changes = changesOf(pipeline, seen, stored)
  return (
    <Notice
      tone="attention"
      action={
        <>
          <ul className="list-disc pl-4 text-ink">
            {changes.map(([name, value]) => (
              <li key={name} className="wrap-anywhere">
                {name}: {value}
              </li>
            ))}
          </ul>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" variant="outline" onClick={onTake}>
              {words.takeTheirs}
            </Button>
            <Button size="sm" variant="outline" onClick={onKeep}>
              {words.keepMine}
            </Button>
          </div>
        </>
      }
    >
      {changes.length > 0 ? words.changed : words.changedElsewhere}
    </Notice>
  )
}

function changesOf(pipeline: Pipeline, seen: Deal, stored: Deal): (readonly [string, string])[] {
  const shown = (deal: Deal): Record<string, string> => ({
    [words.name]: deal.title,
    [words.contactName]: deal.contact_name,
    [words.contactEmail]: deal.contact_email,
    [words.contactCompany]: deal.contact_company,
    [text.sheet.facts.amount]:
      deal.amount_minor === null ? text.board.noAmount : money(deal.amount_minor, pipeline.settings.currency),
    [words.closes]: deal.closes_on === null ? '' : dayOf(deal.closes_on),
    [words.owner]: personName(pipeline, deal.owner_id),
  })
  const before = shown(seen)
  return Object.entries(shown(stored))
    .filter(([name, value]) => before[name] !== value)
    .map(([name, value]) => [name, value || '–'] as const)
}
