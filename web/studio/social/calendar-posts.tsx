import { CalendarDays, Download, Rows3, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { saveCsv } from '#web/lib/files/save-csv.ts'
import { saveBlob } from '#web/lib/files/save-text.ts'
import type { CalendarList, OpenCalendar, SocialPost } from '#web/lib/remote/vault-client.ts'
import { social as words } from '#web/messages/studio/social.ts'
import { NARROW, useMedia } from '#web/lib/media.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { PressedButtons } from '#web/ui/button/pressed-buttons.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { StateMark } from '#web/ui/feedback/state-mark.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Heading, TextButton } from '#web/ui/layout/text.tsx'
import { Table, type TableColumn } from '#web/ui/list/table.tsx'
import { Removal } from '../removal.tsx'
import { PostCalendar, textOf } from './post-calendar.tsx'
import { PostDialog } from './post-dialog.tsx'
import { useStudioAction } from '../use-studio-action.ts'

type Props = { open: OpenCalendar; limits: CalendarList['limits']; onContinue: (() => void) | undefined }

/** The posts of a calendar by their days; each opens to be changed, moved and marked as published. */
export function CalendarPosts({ open, limits, onContinue }: Props) {
  const [platform, setPlatform] = useState('')
  const [edited, setEdited] = useState<string | null>(null)
  const [view, setView] = useView()
  const { calendar, posts, label } = open
  const shown = posts.filter((post) => platform === '' || post.platform === platform)
  const post = posts.find(({ id }) => id === edited)
  const missing = posts.filter(({ is_copy: isCopy }) => !isCopy).length
  return (
    <>
      <Heading look="small">{words.month(calendar.month)}</Heading>
      <div className="flex flex-wrap items-end justify-between gap-2">
        <SelectField
          label={words.filterPlatform}
          value={platform}
          onChange={setPlatform}
          options={[['', words.allPlatforms], ...calendar.platforms.map((one) => [one, words.platforms[one]] as const)]}
        />
        <span className="flex flex-wrap items-center gap-2">
          <Actions calendar={calendar} hasRecord={label !== null} />
          <PressedButtons
            label={words.view.label}
            pressed={view}
            onPress={setView}
            buttons={[
              { id: 'calendar', label: words.view.calendar, Icon: CalendarDays },
              { id: 'list', label: words.view.list, Icon: Rows3 },
            ]}
          />
        </span>
      </div>
      {label !== null && (
        <Notice tone="info">
          {label}. {words.readFirst}
        </Notice>
      )}
      {missing > 0 && onContinue && <Missing count={missing} onContinue={onContinue} />}
      {view === 'list' ? (
        <PostTable posts={shown} onOpen={setEdited} />
      ) : (
        <div className="overflow-x-auto">
          <div className="min-w-168">
            <PostCalendar open={open} posts={shown} onOpen={setEdited} />
          </div>
        </div>
      )}
      {post && <PostDialog key={post.id} post={post} limits={limits} onClose={() => setEdited(null)} />}
    </>
  )
}

function Missing({ count, onContinue }: { count: number; onContinue: () => void }) {
  return (
    <Notice
      tone="attention"
      action={
        <Button variant="outline" size="sm" onClick={onContinue}>
          {words.continue}
        </Button>
      }
    >
      {words.missing(count)} {words.continueText}
    </Notice>
  )
}

type View = 'calendar' | 'list'

/** How posts are shown, in the address. Small screens begin with the list: seven days do not fit. */
function useView(): [View, (view: View) => void] {
  const isNarrow = useMedia(NARROW)
  const [parameters, setParameters] = useSearchParams()
  const given = parameters.get('view')
  const view = given === 'calendar' || given === 'list' ? given : isNarrow ? 'list' : 'calendar'
  const show = (next: View) =>
    setParameters((now) => new URLSearchParams([...now].filter(([name]) => name !== 'view').concat([['view', next]])))
  return [view, show]
}

function PostTable({ posts, onOpen }: { posts: readonly SocialPost[]; onOpen: (post: string) => void }) {
  const columns: TableColumn<SocialPost>[] = [
    { id: 'day', header: words.columns.day, cell: (post) => dayCell(post, onOpen) },
    { id: 'platform', header: words.columns.platform, from: 'sm', cell: platformCell },
    { id: 'content', header: words.columns.content, cell: contentCell },
    { id: 'state', header: words.columns.state, from: 'lg', cell: postState },
  ]
  return (
    <Table<SocialPost>
      label={words.posts}
      rows={posts}
      rowId={({ id }) => id}
      onPress={({ id }) => onOpen(id)}
      columns={columns}
    />
  )
}

const dayCell = ({ id, date, slot, platform }: SocialPost, onOpen: (post: string) => void) => (
  <>
    <TextButton aria-label={words.open(date, words.platforms[platform])} onClick={() => onOpen(id)}>
      <span className="whitespace-nowrap tabular-nums">{words.at(date, slot)}</span>
    </TextButton>
    <span className="block text-xs text-ink-3 sm:hidden">{words.platforms[platform]}</span>
  </>
)
const platformCell = ({ platform, content_type: type }: SocialPost) => (
  <span className="whitespace-nowrap">{`${words.platforms[platform]}, ${type}`}</span>
)
const contentCell = (post: SocialPost) => <span className="line-clamp-2 wrap-anywhere">{textOf(post)}</span>

function postState(post: SocialPost) {
  if (post.published_at !== null) return <StateMark tone="good">{words.published}</StateMark>
  return <StateMark tone={post.is_copy ? 'planned' : 'none'}>{post.is_copy ? words.planned : words.toWrite}</StateMark>
}

const removal = () => ({
  title: words.deleteTitle,
  text: words.deleteText,
  confirm: words.delete,
  cancel: words.cancel,
  done: words.deleted,
  failed: words.failed,
})

type ActionProps = { calendar: OpenCalendar['calendar']; hasRecord: boolean }

function Actions({ calendar: { id, month }, hasRecord }: ActionProps) {
  const { calendars } = useVault()
  const [, setParameters] = useSearchParams()
  const told = { done: () => undefined, failed: words.exportFailed, keys: [] }
  const csv = useStudioAction(() => calendars.export(id, 'csv'), {
    ...told,
    onDone: (file: Blob) => void saveCsv(`social-calendar-${month}.csv`, file),
  })
  const ics = useStudioAction(() => calendars.export(id, 'ics'), {
    ...told,
    onDone: (file: Blob) => saveBlob(`social-calendar-${month}.ics`, file),
  })
  const record = useStudioAction(() => calendars.exportRecord(id), {
    ...told,
    onDone: (file: Blob) => saveBlob(`social-calendar-${month}.record.json`, file),
  })
  return (
    <span className="flex flex-wrap gap-2">
      <Button variant="outline" isBusy={csv.isPending} onClick={() => csv.mutate(undefined)}>
        <Download size={16} aria-hidden="true" />
        {words.csv}
      </Button>
      <Button variant="outline" isBusy={ics.isPending} onClick={() => ics.mutate(undefined)}>
        <Download size={16} aria-hidden="true" />
        {words.ics}
      </Button>
      {hasRecord && (
        <Button variant="outline" isBusy={record.isPending} onClick={() => record.mutate(undefined)}>
          <Download size={16} aria-hidden="true" />
          {words.record}
        </Button>
      )}
      <Removal
        words={removal()}
        keys={['studio-calendars']}
        onRemove={() => calendars.remove(id)}
        onRemoved={() => setParameters({})}
        label={words.delete}
      >
        <Trash2 size={16} aria-hidden="true" />
      </Removal>
    </span>
  )
}
