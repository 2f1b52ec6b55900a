import type { AuditCategory, Risk } from '../audit/audit-category.ts'

/** Words that a feature has without a catalogue of its own, by language. What is not there is said in English. */
export type FactWords<Said> = { en: Said; de?: Said; fr?: Said }
export type NoticeGroup = 'files' | 'spaces' | 'account' | 'recovery' | 'systems' | 'training'

/** An event of the audit log. `act`: what a collector takes it for. */
export type FeatureEvent = {
  category: AuditCategory
  risk: Risk
  act: 'created' | 'read' | 'updated' | 'deleted'
  title: FactWords<string>
}

/** Something that people are notified of, in the app and by a mail that they may switch off. `notify.defaults` has a row of its kind. */
export type FeatureNotice = {
  byEmail: 'on'
  group: NoticeGroup
  /** In the settings. */
  title: FactWords<string>
  /** The notice itself. @param name `name` of its details */
  says: FactWords<(name: string | undefined) => string>
  /** Page that it leads to. */
  to: string
  open: FactWords<string>
  /** In English, as all mails are. */
  mail: { subject: string; text: string }
}

/** What other parts of the product know of a feature. They read it from `all-facts.ts`, and name no feature themselves. */
export type FeatureFacts = {
  events?: Readonly<Record<string, FeatureEvent>>
  notices?: Readonly<Record<string, FeatureNotice>>
}
