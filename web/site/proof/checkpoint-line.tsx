import { formatCount } from '#web/lib/format.ts'
import { proof } from '#web/messages/site/proof.ts'
import { Text } from '#web/ui/layout/text.tsx'
import { SiteLink } from '#web/ui/site/site-link.tsx'
import type { PublicCheckpoint } from './public-checkpoint.ts'

/** Names the newest state of the public log, and where to check it: this line checks nothing. */
export function CheckpointLine({ checkpoint }: { checkpoint: PublicCheckpoint | null }) {
  const { line, size } = proof.log
  return (
    // Room for it, so that nothing moves when it is known.
    <div className="mt-4 min-h-12">
      {checkpoint && (
        <Text tone="soft" size="sm">
          {line.lead} {size(formatCount(checkpoint.size), checkpoint.size, checkpoint.root.slice(0, 8))}{' '}
          <SiteLink href="/proof">{line.check}</SiteLink>
        </Text>
      )}
    </div>
  )
}
