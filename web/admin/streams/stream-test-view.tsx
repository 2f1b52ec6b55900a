import { useQuery } from '@tanstack/react-query'
import type { EventStream, StreamTest } from '#web/lib/remote/vault-client.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { streams as text } from '#web/messages/streams.ts'
import { CodeBlock } from '#web/ui/code/code-block.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'

/** Sends one event as soon as it opens, and shows what was sent and what came of it. */
export function StreamTestView({ stream }: { stream: EventStream }) {
  const { streams } = useVault()
  const sent = useQuery({
    queryKey: ['event-streams', stream.id, 'test'],
    queryFn: () => streams.test(stream.id),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (sent.error) return <Notice tone="error">{`${text.sent.failed}. ${sentenceFor(sent.error)}`}</Notice>
  if (!sent.data) return <SkeletonRows label={text.sent.sending} rows={3} rowHeight={40} />
  return <TestAnswer address={stream.address} test={sent.data} />
}

export function TestAnswer({ address, test: { failure, status, shown } }: { address: string; test: StreamTest }) {
  const taken = address.startsWith('udp:') ? text.sent.takenUdp : text.sent.taken(status)
  return (
    <>
      {failure ? (
        <Notice tone="error">{text.problem(failure.problem, failure.number)}</Notice>
      ) : (
        <Notice tone="done">{taken}</Notice>
      )}
      <section className="flex flex-col gap-2">
        <Heading as="h3">{text.sent.shown}</Heading>
        <CodeBlock label={text.sent.shown} text={shown} />
      </section>
    </>
  )
}
