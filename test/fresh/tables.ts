import { type Decision, fresh, NOTHING } from './decision.ts'

const SERVICE = 'REST does not serve this schema; the storage service writes with the claims of who uploads'
const NAME = 'a name, a colour or an order, which loses no content and is put back by hand'
const OPERATOR = 'a record of the operator that everybody may read; the next one corrects it'
const GIVEN = 'gives nothing that its owner could not read: keys are wrapped in the open vault, and a token has none'
const OWN_USE = 'how the app looks to its person'
const STUDIO = 'REST does not serve this schema: texts of the organisation, no right, no key and no file'
const KEPT = 'what is replaced is kept and can be put back'

/** What accounts may write over REST: `table command`, or `table command column` where columns differ. */
export const TABLES: Readonly<Record<string, Decision>> = {
  'public.canaries INSERT': fresh(() => ({ file_id: NOTHING })),
  'public.canaries DELETE': fresh(),
  'public.notification_settings INSERT': fresh(() => ({ kind: 'file_shared', in_app: true, by_email: false })),
  'public.notification_settings UPDATE': fresh(() => ({ by_email: false })),
  'public.notification_settings DELETE': fresh(),
  'public.notifications UPDATE': 'marks as read; the list keeps it, and mails about safety have no switch',

  'public.devices INSERT': fresh(() => ({ id: NOTHING, name: 'A' })),
  'public.devices UPDATE revoked_at': fresh(() => ({ revoked_at: '2026-01-01T00:00:00Z' })),
  'public.devices UPDATE silence_seconds': fresh(() => ({ silence_seconds: null })),
  'public.devices UPDATE inbox_id': fresh(() => ({ inbox_id: NOTHING })),
  'public.devices UPDATE inbox_statement': fresh(() => ({ inbox_statement: 'A' })),
  'public.devices UPDATE inbox_mac': fresh(() => ({ inbox_mac: 'A' })),
  'public.devices UPDATE':
    'what its owner counted of a device, sealed, whenever something arrived; without it a device is revoked all the same',
  'public.device_codes INSERT': fresh(() => ({ device_id: NOTHING, token_hash: 'A' })),
  'public.device_inboxes INSERT': fresh(() => ({ id: NOTHING })),
  'public.device_deliveries DELETE': fresh(),
  'public.request_deliveries DELETE': fresh(),

  'public.share_links INSERT': GIVEN,
  'public.share_links UPDATE revoked_at':
    'takes something back, which must not wait; the same files are shared again by another link',
  'public.share_links UPDATE': fresh(() => ({ expires_at: '2026-01-01T00:00:00Z' })),
  'public.file_requests INSERT': GIVEN,
  'public.file_requests UPDATE': 'takes something back, which must not wait; what arrived stays',
  'public.file_access INSERT': GIVEN,
  'public.file_access UPDATE': GIVEN,
  'public.file_access DELETE': 'takes something back, which must not wait; the owner shares again',

  'public.file_records INSERT': 'a new file; nothing is replaced by it',
  'public.file_records UPDATE': `every upload, rename and move; ${KEPT}: test/files/put-back.test.ts`,
  'public.file_records DELETE': fresh(),
  'public.team_files INSERT': 'a new file; nothing is replaced by it',
  'public.team_files UPDATE': 'as for file_records',
  'public.folders INSERT': 'a new folder; nothing is replaced by it',
  'public.folders UPDATE': `every rename and move; ${KEPT}: test/files/put-back.test.ts`,
  'public.folders DELETE': fresh(),
  'public.team_folders INSERT': 'a new folder; nothing is replaced by it',
  'public.team_folders UPDATE': 'as for folders',
  'public.file_versions DELETE': fresh(),

  'public.keyrings UPDATE': `lists write what they saw of other people all the time; ${KEPT}`,
  'public.user_key_bundles INSERT': 'its trigger asks, for who has no vault yet: test/auth/changing-ways.test.ts',
  'public.profiles INSERT': NAME,
  'public.profiles UPDATE': NAME,
  'public.tenants UPDATE': fresh(() => ({ name: 'A' })),

  'public.tags INSERT': NAME,
  'public.tags UPDATE': NAME,
  'public.tags DELETE': NAME,
  'public.file_tags INSERT': NAME,
  'public.file_tags UPDATE': NAME,
  'public.file_tags DELETE': NAME,
  'public.space_marks INSERT': OWN_USE,
  'public.space_marks UPDATE': OWN_USE,
  'public.space_marks DELETE': OWN_USE,
  'public.certifications INSERT': OPERATOR,
  'public.certifications UPDATE': OPERATOR,
  'public.certifications DELETE': OPERATOR,
  'public.contacts UPDATE': 'whether a message to the organisation was answered',
  'realtime.messages INSERT': 'a message to who listens now; nothing is kept',
  'storage.objects INSERT': 'new content; nothing is replaced by it',
  'storage.objects UPDATE': 'an object that a file or a version names keeps its content: threats.refuse_overwriting',
  'storage.objects DELETE': 'an object that a file or a version names is not deleted: foreign keys without cascade',
  'storage.upload_claims INSERT': SERVICE,
  'storage.upload_claims UPDATE': SERVICE,
  'storage.upload_claims DELETE': SERVICE,
  'storage.upload_parts INSERT': SERVICE,
  'storage.upload_parts UPDATE': SERVICE,
  'storage.upload_parts DELETE': SERVICE,
  'storage.upload_pieces INSERT': SERVICE,
  'storage.upload_pieces UPDATE': SERVICE,
  'storage.upload_pieces DELETE': SERVICE,
  'storage.uploads INSERT': SERVICE,
  'storage.uploads UPDATE': SERVICE,
  'storage.uploads DELETE': SERVICE,

  'panel.views INSERT': OWN_USE,
  'panel.views UPDATE': OWN_USE,
  'panel.views DELETE': OWN_USE,
  'studio.drafts INSERT': STUDIO,
  'studio.drafts UPDATE': STUDIO,
  'studio.drafts DELETE': STUDIO,
  'studio.calendars INSERT': STUDIO,
  'studio.calendars UPDATE': STUDIO,
  'studio.calendars DELETE': STUDIO,
  'studio.posts INSERT': STUDIO,
  'studio.posts UPDATE': STUDIO,
  'studio.posts DELETE': STUDIO,
  'studio.platform_limits INSERT': STUDIO,
  'studio.platform_limits UPDATE': STUDIO,
  'studio.platform_limits DELETE': STUDIO,
  'studio.draft_versions INSERT': STUDIO,
}
