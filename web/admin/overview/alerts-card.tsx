import { useQuery } from '@tanstack/react-query'
import { admin } from '#web/messages/admin.ts'
import { StateMark } from '#web/ui/feedback/state-mark.tsx'
import { CardSection } from '#web/ui/layout/card.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { PlainRow, PlainRows } from '#web/ui/list/plain-rows.tsx'
import { Reached } from '#web/parts/rights/reached.tsx'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { type Alert, alertsOf } from './alerts.ts'
import { healthQuery, waitsQuery } from './overview.queries.ts'

const text = admin.overview.alerts

/** All that is wrong now, each with the page that says more. Not there while nothing is; that something could not be read, its own part says. */
export function AlertsCard() {
  const { team } = useVault()
  const { can, isOperator } = usePermissions()
  const { data: waits } = useQuery(waitsQuery(team))
  const { data: health } = useQuery(healthQuery(team))
  const alerts = alertsOf({ waits, health }, { mayWriteStatus: isOperator && can('manage_security') })
  if (alerts.length === 0) return null
  return (
    <CardSection aria-label={text.title}>
      <Heading className="p-4">{text.title}</Heading>
      <PlainRows label={text.title}>
        {alerts.map((alert) => (
          <PlainRow key={alert.id} action={<Way alert={alert} />}>
            <StateMark tone={alert.isSevere ? 'bad' : 'warn'}>{alert.text}</StateMark>
          </PlainRow>
        ))}
      </PlainRows>
    </CardSection>
  )
}

function Way({ alert: { to, isPublic, text: what } }: { alert: Alert }) {
  const link = (
    <TextLink to={to} aria-label={text.openOf(what)} {...(isPublic && { reloadDocument: true })}>
      {text.open}
    </TextLink>
  )
  return isPublic ? link : <Reached page={to}>{link}</Reached>
}
