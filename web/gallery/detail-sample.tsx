import { useQuery } from '@tanstack/react-query'
import { DetailPage } from '#web/parts/frame/detail-page.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'

const WORDS = { loading: 'Loading the boat', failed: 'The boat could not be loaded', retry: 'Retry' }
const LOADING_MS = 800

const headOf = ({ name, berth }: { name: string; berth: string }) => ({
  title: name,
  state: <Badge tone="brand">Afloat</Badge>,
  facts: [`Berth ${berth}`, '12 m long'],
  acts: <Button>Launch</Button>,
})

/** One entry on a page of its own. */
export function DetailSample() {
  const query = useQuery({
    queryKey: ['boat'],
    queryFn: async () => {
      await new Promise((resolve) => setTimeout(resolve, LOADING_MS))
      return { name: 'Bertha', berth: '2' }
    },
  })
  return (
    <DetailPage
      back={{ label: 'All boats', onBack: () => void query.refetch() }}
      query={query}
      text={WORDS}
      head={headOf}
    >
      {({ berth }) => <FactList facts={[['Berth', berth]]} />}
    </DetailPage>
  )
}
