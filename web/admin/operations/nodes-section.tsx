import { Server } from 'lucide-react'
import { useNow } from '#web/lib/clock.ts'
import { formatBytes, formatTimeAgo, midSentence } from '#web/lib/format.ts'
import type { OperatedNode } from '#web/lib/remote/vault-client.ts'
import { operations as text } from '#web/messages/operations.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Span } from '#web/ui/layout/text.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { Nothing, Section } from './section.tsx'

const words = text.nodes

/** Servers of the installation. Each says every quarter of a minute that it is there. */
export function NodesSection({ nodes }: { nodes: readonly OperatedNode[] }) {
  return (
    <Section title={words.title}>
      {nodes.length === 0 ? (
        <Nothing>{words.none}</Nothing>
      ) : (
        <Card>
          <RowList label={words.title}>
            {nodes.map((node) => (
              <Row
                key={node.id}
                icon={<Server size={18} aria-hidden="true" />}
                title={node.name}
                badge={
                  <Badge tone={node.is_there ? 'plain' : 'danger'}>{node.is_there ? words.there : words.away}</Badge>
                }
                detail={<NodeFacts node={node} />}
                actions={null}
              />
            ))}
          </RowList>
        </Card>
      )}
    </Section>
  )
}

function NodeFacts({ node }: { node: OperatedNode }) {
  const now = useNow()
  const { role, version, started_at: started, seen_at: seen, pools, disk_free_bytes: free, disk_bytes: all } = node
  const ago = (time: string) => midSentence(formatTimeAgo(new Date(time), now))
  const facts = [
    words.role[role],
    words.version(version),
    words.started(ago(started)),
    words.seen(ago(seen)),
    ...(free === null || all === null ? [] : [words.disk(formatBytes(free), formatBytes(all))]),
  ]
  return (
    <>
      <Span tone="soft" className="block">
        {facts.join(' · ')}
      </Span>
      <Span tone="soft" className="block">
        {pools.map(({ name, open, idle, waiting }) => words.pool(name, open - idle, open, waiting)).join(' · ')}
      </Span>
    </>
  )
}
