import { Ellipsis, Radio } from 'lucide-react'
import { useNow } from '#web/lib/clock.ts'
import { formatDateTime, formatShortDateTime, formatTimeAgo, midSentence } from '#web/lib/format.ts'
import type { EventStream } from '#web/lib/remote/vault-client.ts'
import { streams as text } from '#web/messages/streams.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import { Row } from '#web/ui/list/row-list.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlay/menu.tsx'
import { Reached } from '#web/parts/rights/reached.tsx'
import type { Question } from './stream-question.tsx'
import { useStreamActions } from './use-stream-actions.ts'

type Props = {
  stream: EventStream
  onShow: (as: 'edit' | 'test' | 'tries' | 'aside') => void
  onAsk: (what: Question['what']) => void
}

export function StreamRow({ stream, onShow, onAsk }: Props) {
  const { pause } = useStreamActions()
  const { name, kind, paused_at } = stream
  return (
    <Row
      icon={<Radio size={18} aria-hidden="true" />}
      title={name}
      badge={
        <>
          <StateBadge stream={stream} />
          {stream.put_aside > 0 && (
            <button type="button" className="cursor-pointer" onClick={() => onShow('aside')}>
              <Badge tone="danger">{text.aside.count(stream.put_aside)}</Badge>
            </button>
          )}
        </>
      }
      detail={<Facts stream={stream} />}
      actions={
        <>
          <Reached line="POST /streams/v1/:id/test">
            <Button variant="outline" size="sm" aria-label={text.testOf(name)} onClick={() => onShow('test')}>
              {text.test}
            </Button>
          </Reached>
          <Menu
            trigger={
              <IconButton label={text.more(name)}>
                <Ellipsis size={16} aria-hidden="true" />
              </IconButton>
            }
          >
            <Reached line="PUT /streams/v1/:id">
              <MenuItem onClick={() => onShow('edit')}>{text.edit}</MenuItem>
              <MenuItem onClick={() => pause.mutate(stream)}>{paused_at === null ? text.pause : text.resume}</MenuItem>
            </Reached>
            <MenuItem onClick={() => onShow('tries')}>{text.log}</MenuItem>
            {stream.put_aside > 0 && <MenuItem onClick={() => onShow('aside')}>{text.aside.show}</MenuItem>}
            <Reached line="POST /streams/v1/:id/place">
              {kind === 'webhook' && <MenuItem onClick={() => onAsk('rotate')}>{text.rotate}</MenuItem>}
              <MenuSeparator />
              <MenuItem onClick={() => onAsk('now')}>{text.fromNow}</MenuItem>
              <MenuItem onClick={() => onAsk('beginning')}>{text.fromBeginning}</MenuItem>
              <MenuSeparator />
              <MenuItem isDanger onClick={() => onAsk('remove')}>
                {text.remove}
              </MenuItem>
            </Reached>
          </Menu>
        </>
      }
    />
  )
}

function StateBadge({ stream: { paused_at, failing_since, waiting } }: { stream: EventStream }) {
  if (paused_at !== null) return <Badge>{text.state.paused}</Badge>
  if (failing_since !== null) return <Badge tone="danger">{text.state.fails}</Badge>
  return waiting > 0 ? <Badge>{text.state.waits}</Badge> : <Badge tone="brand">{text.state.delivers}</Badge>
}

function Facts({ stream }: { stream: EventStream }) {
  const now = useNow()
  const { kind, address, sent, filtered, waiting, failed_tries, last_success_at, earlier_until } = stream
  const ago = (time: string) => midSentence(formatTimeAgo(new Date(time), now))
  const facts = [
    last_success_at === null ? text.facts.never : text.facts.success(ago(last_success_at)),
    text.facts.sent(sent),
    ...(filtered > 0 ? [text.facts.filtered(filtered)] : []),
    ...(waiting > 0 ? [text.facts.waiting(waiting)] : []),
    ...(failed_tries > 0 ? [text.facts.failed(failed_tries)] : []),
  ]
  return (
    <>
      <Span tone="soft" className="block">{`${text.kind(kind)} · ${address}`}</Span>
      <Span tone="soft" className="block">
        {facts.join(' · ')}
      </Span>
      <Trouble stream={stream} />
      {earlier_until !== null && (
        <Span tone="soft" className="block">
          {text.bothSign(formatDateTime(new Date(earlier_until)))}
        </Span>
      )}
    </>
  )
}

function Trouble({ stream: { failing_since, last_error, next_try_at, paused_at } }: { stream: EventStream }) {
  if (failing_since === null || last_error === null || paused_at !== null) return null
  const [since, next] = [failing_since, next_try_at].map((time) => formatShortDateTime(new Date(time)))
  const problem = text.problem(last_error.problem, last_error.number)
  return (
    <Span tone="danger" className="mt-0.5 block font-semibold">
      {text.failing(problem, since ?? '', next ?? '')}
    </Span>
  )
}
