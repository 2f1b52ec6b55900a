import { useInfiniteQuery } from '@tanstack/react-query'
import { training } from '#web/messages/training/training.ts'
import { Avatar } from '#web/ui/feedback/avatar.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { MoreRows } from '../manage/more-rows.tsx'
import { exercisePeopleQuery } from '#web/parts/training/training.queries.ts'

const text = training.exercises
const ROW_PX = 48

/** Of an exercise that names people: who followed the link, and who recognised it. */
export function ExercisePeopleList({ id }: { id: string }) {
  const list = useInfiniteQuery(exercisePeopleQuery(useVault().training, id))
  return (
    <QueryView
      query={{ ...list, data: list.data?.pages.flatMap(({ people }) => people) }}
      text={{ failed: text.failed, retry: training.retry }}
      skeleton={<SkeletonRows label={text.loading} rows={3} rowHeight={ROW_PX} />}
    >
      {(people) => (
        <>
          <RowList label={text.who}>
            {people.map(({ user_id: user, name, email, clicked_at: clickedAt, recognised_at: recognisedAt }) => (
              <Row
                key={user}
                isSlim
                icon={<Avatar id={user} name={name} email={email} size="sm" />}
                title={name || email}
                badge={
                  <>
                    {clickedAt !== null && <Badge tone="warn">{text.didClick}</Badge>}
                    {recognisedAt !== null && <Badge tone="brand">{text.didRecognise}</Badge>}
                  </>
                }
                detail={name ? email : ''}
                actions={null}
              />
            ))}
          </RowList>
          <MoreRows list={list} />
        </>
      )}
    </QueryView>
  )
}
