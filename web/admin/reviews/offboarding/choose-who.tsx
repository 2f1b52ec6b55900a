import { useState } from 'react'
import { offboarding as text } from '#web/messages/reviews/offboarding.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Avatar } from '#web/ui/feedback/avatar.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { labelOf } from '#web/parts/people/team-view.ts'
import { useOfferedPeople } from '#web/parts/people/use-picked.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'

const ROW_PX = 56
/** The rest is found by searching. */
const MAX_OFFERED = 8

/** Everybody of the organisation, to choose one who leaves. Nobody chooses themselves. */
export function ChooseWho({ onChoose }: { onChoose: (id: string) => void }) {
  const [typed, setTyped] = useState('')
  const { query, people, hasMore } = useOfferedPeople(typed, { without: [], most: MAX_OFFERED })
  const others = people.filter(({ isMe }) => !isMe)
  return (
    <section aria-label={text.person} className="flex flex-col gap-2">
      <Heading look="small">{text.person}</Heading>
      <SearchField label={text.find} clearLabel={text.clear} value={typed} onChange={setTyped} />
      <QueryView
        query={query}
        text={{ failed: text.peopleFailed, retry: text.retry }}
        skeleton={<SkeletonRows label={text.finding} rows={4} rowHeight={ROW_PX} />}
      >
        {() => (
          <>
            {others.length === 0 && <Text tone="soft">{text.nobodyFound}</Text>}
            <RowList label={text.person}>
              {others.map((one) => (
                <Row
                  key={one.userId}
                  isSlim
                  icon={<Avatar id={one.userId} name={one.name} email={one.email} size="sm" />}
                  title={labelOf(one)}
                  detail={one.name ? one.email : ''}
                  actions={
                    <Button
                      variant="outline"
                      size="sm"
                      aria-label={text.chooseOf(labelOf(one))}
                      onClick={() => onChoose(one.userId)}
                    >
                      {text.choose}
                    </Button>
                  }
                />
              ))}
            </RowList>
            {hasMore && (
              <Text tone="hint" size="xs">
                {text.moreFound}
              </Text>
            )}
          </>
        )}
      </QueryView>
    </section>
  )
}
