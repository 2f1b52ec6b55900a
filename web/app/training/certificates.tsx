import { Award, Download } from 'lucide-react'
import type { Completion } from '#web/lib/remote/vault-client.ts'
import { training } from '#web/messages/training/training.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Heading, Mono, Text } from '#web/ui/layout/text.tsx'
import { Row, RowList } from '#web/ui/list/row-list.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { formatDayOf } from '#web/parts/training/day.ts'
import { useCertificate } from './use-certificate.ts'
import { useTrainingWrite } from '#web/parts/training/use-training-write.ts'

const text = training.certificates

/** What the person completed, newest first. */
export function Certificates({ completions }: { completions: readonly Completion[] }) {
  return (
    <section aria-label={text.title} className="flex flex-col gap-2.5">
      <Heading>{text.title}</Heading>
      <Card>
        <RowList label={text.title}>
          {completions.map((completion) => (
            <CertificateRow key={completion.id} completion={completion} />
          ))}
        </RowList>
      </Card>
      <Text tone="hint" size="xs">
        {text.note}
      </Text>
    </section>
  )
}

function CertificateRow({ completion }: { completion: Completion }) {
  const { id, title, correct, questions, version, completed_at: at, shows_name: isNamed, code } = completion
  const isWithdrawn = completion.withdrawn_at !== null
  const { training: client } = useVault()
  const download = useCertificate()
  const show = useTrainingWrite((isShown: boolean) => client.showName(id, isShown))
  return (
    <Row
      icon={<Award size={18} aria-hidden="true" />}
      title={title}
      badge={isWithdrawn && <Badge tone="warn">{text.withdrawn}</Badge>}
      detail={
        <>
          {text.detail(formatDayOf(at), correct, questions, version)}
          <br />
          <TextLink to={`/verify/${code}`} target="_blank" reloadDocument title={text.checkOf(title)}>
            <Mono>{code}</Mono>
          </TextLink>
          {!isWithdrawn && (
            <span className="mt-2 block">
              <Checkbox
                label={text.showName}
                aria-label={text.showNameOf(title)}
                checked={isNamed}
                disabled={show.isPending}
                onCheckedChange={(isShown) => show.mutate(isShown)}
              />
            </span>
          )}
        </>
      }
      actions={
        !isWithdrawn && (
          <Button
            variant="outline"
            size="sm"
            aria-label={text.downloadOne(title)}
            isBusy={download.isPending}
            onClick={() => download.mutate(id)}
          >
            <Download size={15} aria-hidden="true" />
            {text.download}
          </Button>
        )
      }
    />
  )
}
