import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ABOUT_NOBODY, DETECTOR_NAMES, DETECTORS, type DetectorMode, type DetectorName } from '#contract/threats.ts'
import type { DetectorSetting } from '#web/lib/remote/vault-client.ts'
import { threats } from '#web/messages/threats/threats.ts'
import { threatsPage } from '#web/messages/threats/threats-page.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card, CardSection } from '#web/ui/layout/card.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { StateList, StateRow, type StateOfRow } from '#web/ui/list/state-list.tsx'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { DetectorDialog } from './detector-dialog.tsx'
import { factorWord } from './factor-word.ts'
import { detectorsQuery } from './manage.queries.ts'

const ROW_PX = 80
const text = threatsPage.detectors
const LOOK: Record<DetectorMode, StateOfRow> = { enforce: 'good', dry_run: 'attention', off: 'lacking' }

/** Each detector: what it looks for, what follows, and how it is set. */
export function Detectors() {
  const query = useQuery(detectorsQuery(useVault().threats))
  const { isOperator } = usePermissions()
  const [changed, setChanged] = useState<DetectorName | null>(null)
  // What is about nobody belongs to who runs the server, whatever others set.
  const names = DETECTOR_NAMES.filter((name) => isOperator || !ABOUT_NOBODY.includes(name))
  return (
    <section aria-label={text.title} className="flex flex-col gap-2.5">
      <Heading>{text.title}</Heading>
      <QueryView
        query={query}
        text={{ ...text, retry: threatsPage.retry }}
        skeleton={
          <Card>
            <SkeletonRows label={text.loading} rows={6} rowHeight={ROW_PX} />
          </Card>
        }
      >
        {(settings) => (
          <>
            <CardSection aria-label={text.title}>
              <StateList label={text.title}>
                {names.map((name) => (
                  <DetectorRow key={name} name={name} setting={settings[name]} onChange={() => setChanged(name)} />
                ))}
              </StateList>
            </CardSection>
            <DetectorDialog name={changed} setting={changed && settings[changed]} onClose={() => setChanged(null)} />
          </>
        )}
      </QueryView>
    </section>
  )
}

type RowProps = { name: DetectorName; setting: DetectorSetting; onChange: () => void }

function DetectorRow({ name, setting: { mode, factor }, onChange }: RowProps) {
  const title = threats.detectors[name]
  return (
    <StateRow
      name={title}
      state={{ is: LOOK[mode], word: text.modes[mode] }}
      note={factor === 1 ? undefined : text.factor(factorWord(factor))}
      fact={text.fires(threats.enforcements[DETECTORS[name].enforcement])}
      action={
        <Button variant="outline" size="sm" aria-label={text.changeOf(title)} onClick={onChange}>
          {text.change}
        </Button>
      }
    >
      {text.looksFor[name]}
    </StateRow>
  )
}
