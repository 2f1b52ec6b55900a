import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type OpenCalendar, type SocialPost, VaultError } from '#web/lib/remote/vault-client.ts'
import { social as words } from '#web/messages/studio/social.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { MonthGrid } from '#web/parts/month/month-grid.tsx'
import { weeksOf } from '#web/parts/month/month-days.ts'
import { Text } from '#web/ui/layout/text.tsx'
import { toastError, toastUndo } from '#web/ui/overlay/toast.tsx'
import { said } from '../said.ts'
import { calendarQuery } from './social.queries.ts'

type Props = { open: OpenCalendar; posts: readonly SocialPost[]; onOpen: (post: string) => void }

/** Posts on the days of their month. A post is moved to another day by dragging it, or by Alt and an arrow. */
export function PostCalendar({ open: { calendar }, posts, onOpen }: Props) {
  const move = useMoving(calendar.id)
  const days = new Set(weeksOf(calendar.month).flat())
  const elsewhere = posts.filter(({ date }) => !days.has(date)).length
  return (
    <div className="flex flex-col gap-2">
      <Text tone="hint" size="xs">
        {words.calendar.hint} {elsewhere > 0 && words.calendar.elsewhere(elsewhere)}
      </Text>
      <MonthGrid
        label={words.calendar.label(calendar.month)}
        month={calendar.month}
        locale="en-GB"
        entries={posts.map(entryOf)}
        onOpen={onOpen}
        onMove={(id, date) => {
          const post = posts.find((one) => one.id === id)
          if (post) move.mutate({ post, date })
        }}
      />
    </div>
  )
}

function entryOf(post: SocialPost) {
  const { id, date, slot, platform, published_at: publishedAt } = post
  const title = words.platforms[platform]
  const isDone = publishedAt !== null
  return {
    id,
    date,
    time: slot,
    title,
    text: textOf(post),
    isDone,
    label: `${slot} ${title}: ${words.open(date, title)}, ${stateOf(post)}`,
  }
}

/** A post that is not written yet begins with a task, which is the same for all of them. */
export const textOf = ({ is_copy: isWritten, pillar, content_type: type, content }: SocialPost) =>
  isWritten ? content : `${pillar}: ${type}`

function stateOf({ published_at: publishedAt, is_copy: isWritten }: SocialPost) {
  if (publishedAt !== null) return words.published
  return isWritten ? words.planned : words.toWrite
}

type Move = { post: SocialPost; date: string; isUndone?: boolean }

/** Moves a post at once; where the server refuses, it is on its former day again. */
function useMoving(calendar: string) {
  const { calendars } = useVault()
  const queries = useQueryClient()
  const { queryKey } = calendarQuery(calendars, calendar)
  const show = (id: string, change: Partial<SocialPost>) =>
    queries.setQueryData<OpenCalendar>(
      queryKey,
      (now) => now && { ...now, posts: now.posts.map((post) => (post.id === id ? { ...post, ...change } : post)) },
    )
  const move = useMutation({
    // One after the other: two presses of a key are two days.
    scope: { id: `studio-calendar ${calendar}` },
    mutationFn: ({ post, date }: Move) => {
      const now = queries.getQueryData<OpenCalendar>(queryKey)?.posts.find(({ id }) => id === post.id)
      return calendars.changePost(post.id, { version: now?.version ?? post.version, date })
    },
    onMutate: ({ post, date }) => {
      // An answer that is under way has the former day.
      void queries.cancelQueries({ queryKey })
      show(post.id, { date })
    },
    onSuccess: (post, { post: former, isUndone = false }) => {
      show(post.id, { version: post.version })
      if (isUndone) return
      const onUndo = () => move.mutate({ post, date: former.date, isUndone: true })
      toastUndo(words.calendar.moved(post.date), { onUndo })
    },
    onError: (error, { post }) => {
      show(post.id, { date: post.date })
      const isClash = error instanceof VaultError && error.code === 'changed_meanwhile'
      toastError(words.calendar.failed, isClash ? words.calendar.changed : said(error))
      void queries.invalidateQueries({ queryKey })
    },
  })
  return move
}
