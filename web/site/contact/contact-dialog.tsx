import { useEffect, useState } from 'react'
import { contact, type ContactType } from '#web/messages/site/contact.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { CspSafeStyles } from '#web/ui/layout/csp-safe-styles.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { dismissToast, Toaster, toastDone } from '#web/ui/overlay/toast.tsx'
import { useSiteConfig } from '../use-site-config.ts'
import { type ContactFields, NOTHING_WRITTEN, sendContact } from './send-contact.ts'

const SENT = 'contact-sent'

type Props = { request: ContactRequest; isOpen: boolean; onClose: () => void }

/** The contact dialog, with the toasts it needs. What was written stays until it was sent. */
export function ContactDialog({ request, isOpen, onClose }: Props) {
  const [fields, setFields] = useState(() => initial(request))
  const [current, setCurrent] = useState(request)
  // Opened for something else: what was written stays, what the button asked for is new.
  if (current !== request) {
    setCurrent(request)
    setFields((written) => ({ ...written, ...preset(request, written) }))
  }
  const set = (change: Partial<ContactFields>) => setFields((written) => ({ ...written, ...change }))
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const hours = useSiteConfig()?.reply_hours ?? null
  // What was said of the message before would lie over this one.
  useEffect(() => {
    if (isOpen) dismissToast(SENT)
  }, [isOpen])

  const send = async () => {
    setSending(true)
    setProblem(null)
    const refused = await sendContact(request.type, fields, request.isForInvestors ?? false)
    setSending(false)
    if (refused !== null) return setProblem(refused)
    setFields(NOTHING_WRITTEN)
    onClose()
    toastDone(contact.sent, contact.sentText(hours), SENT)
  }
  const isReady =
    fields.name.trim() !== '' && fields.email.trim() !== '' && (!request.isForInvestors || fields.isAccredited)

  return (
    <CspSafeStyles>
      <Toaster>
        <Dialog isOpen={isOpen} onClose={onClose} title={contact.titles[request.type]}>
          <Text tone="soft" className="mb-4">
            {contact.leads[request.type]}
          </Text>
          <Form onSubmit={() => void send()}>
            <Fields request={request} fields={fields} set={set} />
            {problem && (
              <Notice tone="error" action={contact.kept}>
                {`${contact.failed}: ${problem}`}
              </Notice>
            )}
            <div className="flex flex-col gap-3 sm:flex-row sm:items-center">
              <Text tone="hint" size="xs" className="grow">
                {contact.promise(hours)}
              </Text>
              <div className="flex justify-end gap-2">
                <Button variant="outline" onClick={onClose}>
                  {contact.cancel}
                </Button>
                <Button type="submit" isBusy={isSending} disabled={!isReady} focusableWhenDisabled>
                  {isSending ? contact.sending : contact.send}
                </Button>
              </div>
            </div>
          </Form>
        </Dialog>
      </Toaster>
    </CspSafeStyles>
  )
}

type FieldsProps = { request: ContactRequest; fields: ContactFields; set: (change: Partial<ContactFields>) => void }

function Fields({ request, fields, set }: FieldsProps) {
  const offered = contact.interests[request.type]
  const interests =
    fields.interest === '' || offered.some((one) => one === fields.interest) ? offered : [fields.interest, ...offered]
  return (
    <>
      <TextField
        name="name"
        label={contact.name}
        autoComplete="name"
        maxLength={200}
        value={fields.name}
        onValueChange={(name) => set({ name })}
      />
      <TextField
        name="email"
        type="email"
        label={contact.email}
        autoComplete="email"
        maxLength={254}
        value={fields.email}
        onValueChange={(email) => set({ email })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="company"
          label={contact.company}
          isOptional
          autoComplete="organization"
          maxLength={200}
          value={fields.company}
          onValueChange={(company) => set({ company })}
        />
        <TextField
          name="phone"
          type="tel"
          label={contact.phone}
          isOptional
          autoComplete="tel"
          maxLength={50}
          value={fields.phone}
          onValueChange={(phone) => set({ phone })}
        />
      </div>
      <SelectField
        label={contact.interest}
        isInForm
        value={fields.interest}
        onChange={(interest) => set({ interest })}
        options={[['', contact.noInterest], ...interests.map((one) => [one, one] as const)]}
      />
      <TextArea
        name="message"
        label={contact.message}
        isOptional
        rows={4}
        maxLength={8000}
        defaultValue={fields.message}
        onValueChange={(message) => set({ message })}
      />
      {request.isForInvestors && (
        <Checkbox
          name="accredited"
          checked={fields.isAccredited}
          onCheckedChange={(isAccredited: boolean) => set({ isAccredited })}
          label={contact.accredited}
          hint={contact.accreditedHint}
        />
      )}
    </>
  )
}

function initial(request: ContactRequest): ContactFields {
  return { ...NOTHING_WRITTEN, ...preset(request, NOTHING_WRITTEN) }
}

function preset({ type, interest, message }: ContactRequest, written: ContactFields): Partial<ContactFields> {
  const isStillOffered = contact.interests[type].some((one) => one === written.interest)
  return { interest: interest ?? (isStillOffered ? written.interest : ''), message: message ?? written.message }
}

/** What the contact dialog is opened with. */
export type ContactRequest = {
  type: ContactType
  /** Initial text of the message field. */
  message?: string
  /** Chosen at first, instead of none. It need not be one of the options. */
  interest?: string
  /** Investors confirm that they are accredited before they send. */
  isForInvestors?: boolean
}
