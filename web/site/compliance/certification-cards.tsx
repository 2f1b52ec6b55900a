import { Award, CalendarClock, CalendarX2, ClipboardCheck, FileQuestion } from 'lucide-react'
import {
  type Certification,
  type CertificationState,
  certificationState,
} from '#contract/compliance/certification-state.ts'
import { longDate } from '#web/lib/format.ts'
import { CERTIFICATION_TONE } from '#web/lib/tones.ts'
import { compliance } from '#web/messages/site/compliance.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { SiteLink } from '#web/ui/site/site-link.tsx'
import { Foldable } from '#web/ui/site/foldable.tsx'
import { HairlineCell, HairlineGrid } from '#web/ui/layout/hairline-grid.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useContact } from '../contact/contact-context.tsx'
import { useCertifications } from './use-certifications.ts'

const text = compliance.records
const RECORDS = '/compliance/certifications'

/** One card for each record, with the state that follows from it today. */
export function CertificationCards() {
  const [found, readAgain] = useCertifications()
  if (found.status === 'read' && found.records.length > 0) return <Records {...found} />
  return (
    <Card className="flex flex-col items-start gap-3 p-6">
      <Text size="base" tone="soft" aria-live="polite">
        {found.status === 'loading' ? text.loading : found.status === 'failed' ? text.failed : text.none}
      </Text>
      {found.status === 'failed' && (
        <Button variant="outline" onClick={readAgain}>
          {text.again}
        </Button>
      )}
      {found.status === 'loading' && (
        // Only those without a script have the time to read it.
        <Text size="base" tone="soft">
          {text.withoutScript} <SiteLink href={RECORDS}>{RECORDS}</SiteLink>
        </Text>
      )}
    </Card>
  )
}

type Shown = { records: readonly Certification[]; today: string }

/** What the operator stands for first; what came with the software is folded. */
function Records({ records, today }: Shown) {
  const confirmed = records.filter(({ is_confirmed }) => is_confirmed)
  const examples = records.filter(({ is_confirmed }) => !is_confirmed)
  return (
    <>
      {confirmed.length > 0 ? (
        <Cards records={confirmed} today={today} />
      ) : (
        <Text size="base" className="mb-4">
          {text.noneConfirmed}
        </Text>
      )}
      {examples.length > 0 && (
        <Foldable title={text.examples(examples.length)} isWide>
          <Text tone="soft" className="mb-4">
            {text.examplesText}
          </Text>
          <Cards records={examples} today={today} />
        </Foldable>
      )}
    </>
  )
}

function Cards({ records, today }: Shown) {
  return (
    <HairlineGrid className="md:grid-cols-2 xl:grid-cols-3">
      {records.map((record) => (
        <RecordCard key={record.id} record={record} state={certificationState(record, today)} />
      ))}
      {/* Cells that are left over would show the colour of the lines. */}
      {records.length % 2 === 1 && <div className="hidden bg-surface md:block xl:hidden" />}
      {records.length % 3 !== 0 && (
        <div className={`hidden bg-surface xl:block ${records.length % 3 === 1 ? 'xl:col-span-2' : ''}`} />
      )}
    </HairlineGrid>
  )
}

function RecordCard({ record, state }: { record: Certification; state: CertificationState }) {
  const contact = useContact()
  const {
    name,
    description,
    recorded_status,
    valid_until,
    issuer,
    report_available,
    is_confirmed,
    certificate_sha256,
  } = record
  const askReport = () =>
    contact({
      type: 'general',
      interest: compliance.requests.reportSubject(name),
      message: compliance.requests.reportMessage(name),
    })
  return (
    <HairlineCell className="flex flex-col gap-3" aria-label={name}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Heading as="h3" look="siteCell">
          {name}
        </Heading>
        <StateBadge state={state} />
      </div>
      <Text tone="soft">{description}</Text>
      <Text>{compliance.stateHints[state]}</Text>
      <div className="mt-auto">
        <FactList
          facts={[
            is_confirmed ? [text.recordedAs, recorded_status] : [text.listedAs, text.notConfirmed(recorded_status)],
            [text.until, valid_until === null ? text.ongoing : longDate(valid_until)],
            [text.issuer, issuer ?? text.noIssuer],
            [text.report, report_available ? text.reportOnRequest : text.noReport],
          ]}
        />
      </div>
      {certificate_sha256 !== null && (
        <a
          href={`/compliance/certificates/${record.id}`}
          className="text-sm font-semibold text-brand underline underline-offset-3"
          aria-label={text.certificateOf(name)}
        >
          {text.certificate}
        </a>
      )}
      {report_available && (
        <div>
          <Button variant="outline" onClick={askReport} aria-label={text.askReport(name)}>
            {text.askReportShort}
          </Button>
        </div>
      )}
    </HairlineCell>
  )
}

const ICON = {
  'Certificate uploaded': Award,
  'Self-assessed': ClipboardCheck,
  'Not yet valid': CalendarClock,
  Example: FileQuestion,
  Expired: CalendarX2,
} as const satisfies Record<CertificationState, object>

function StateBadge({ state }: { state: CertificationState }) {
  const Icon = ICON[state]
  return (
    <Badge tone={CERTIFICATION_TONE[state]}>
      <Icon size={13} aria-hidden="true" />
      {state}
    </Badge>
  )
}
