import { ChartScatter, Table2 } from 'lucide-react'
import { useMemo } from 'react'
import { INTENTS } from '#contract/keywords/keywords.ts'
import { formatCount } from '#web/lib/format.ts'
import type { WholeKeywordProject } from '#web/lib/remote/vault-client.ts'
import { keywords as text } from '#web/messages/studio/keywords.ts'
import { PressedButtons } from '#web/ui/button/pressed-buttons.tsx'
import { BubbleLegend, BubbleMap } from '#web/ui/grid/bubble-map.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Text, TextButton } from '#web/ui/layout/text.tsx'
import { Table, type TableColumn } from '#web/ui/list/table.tsx'
import { ClusterDetail } from './cluster-detail.tsx'
import { bubblesOf, type FilledCluster, fillClusters, INTENT_TONES } from './sort-clusters.ts'
import { useAddress } from './use-address.ts'

/** More circles are too small to read, and slow to place. */
const MAX_BUBBLES = 150

/** The clusters of a project as a picture or a table, and beside it the chosen one. */
export function ClustersPart({ whole }: { whole: WholeKeywordProject }) {
  const { read, show } = useAddress()
  const clusters = useMemo(() => fillClusters(whole), [whole])
  const bubbles = useMemo(() => bubblesOf(clusters.slice(0, MAX_BUBBLES)), [clusters])
  const chosen = clusters.find(({ id }) => id === read('cluster')) ?? clusters[0]
  const choose = (id: string) => show({ cluster: id })
  const isTable = read('view') === 'table'
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <BubbleLegend
          label={text.map.legend}
          tones={INTENTS.map((intent) => [INTENT_TONES[intent], text.intent(intent)])}
        />
        <PressedButtons
          label={text.view.label}
          pressed={isTable ? 'table' : 'map'}
          onPress={(view) => show({ view: view === 'table' ? view : undefined })}
          buttons={[
            { id: 'map', label: text.view.map, Icon: ChartScatter },
            { id: 'table', label: text.view.table, Icon: Table2 },
          ]}
        />
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
        {isTable ? (
          <Card className="min-w-0 overflow-x-auto">
            <Table
              label={text.table.label}
              columns={columnsFor(choose, chosen?.id)}
              rows={clusters}
              rowId={({ id }) => id}
              onPress={({ id }) => choose(id)}
            />
          </Card>
        ) : (
          <div className="min-w-0 xl:sticky xl:top-20">
            <BubbleMap label={text.map.label} bubbles={bubbles} chosen={chosen?.id} onChoose={choose} />
            {clusters.length > MAX_BUBBLES && (
              <Text tone="hint" size="xs">
                {text.map.cut(MAX_BUBBLES, clusters.length)}
              </Text>
            )}
          </div>
        )}
        {chosen && <ClusterDetail project={whole.project} cluster={chosen} others={clusters} />}
      </div>
    </div>
  )
}

function columnsFor(choose: (id: string) => void, chosen: string | undefined): TableColumn<FilledCluster>[] {
  const words = text.table
  return [
    {
      id: 'cluster',
      header: words.cluster,
      cell: ({ id, name }) => (
        <TextButton
          aria-current={id === chosen}
          onClick={() => choose(id)}
          className="min-w-40 text-left wrap-anywhere"
        >
          {name}
        </TextButton>
      ),
    },
    { id: 'intent', header: words.intent, cell: ({ intent }) => text.intent(intent), from: 'sm' },
    {
      id: 'difficulty',
      header: words.difficulty,
      cell: ({ difficulty }) => difficulty,
      from: 'sm',
    },
    { id: 'keywords', header: words.keywords, cell: ({ keywords }) => formatCount(keywords.length) },
    {
      id: 'volume',
      header: words.volume,
      cell: ({ volume }) => (volume === null ? '' : formatCount(volume)),
      from: 'lg',
    },
  ]
}
