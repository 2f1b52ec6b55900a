import { type Decision, fresh, NOTHING } from './decision.ts'

const person = () => ({ person: NOTHING })
const organisation = { organisation: NOTHING }

const OPERATOR_TEXT =
  'a text or document of the operator that everybody may read; the next one corrects it, and each is in the audit log'
const SPACE_NOTE =
  'a note which teams a list of members came from; it lets nobody in, and the signed roster does not know it'

/** Every function that an account may call and that may change something. */
export const FUNCTIONS: Readonly<Record<string, Decision>> = {
  // Who belongs to the organisation, and as what.
  'add_domain(text)': fresh(() => ({ domain: 'example.org' })),
  'domain_to_check(uuid)': fresh(() => ({ id: NOTHING })),
  'remove_domain(uuid)': fresh(() => ({ id: NOTHING })),
  'give_role(uuid,text,timestamp with time zone)': fresh(() => ({ person: NOTHING, role: 'member', until: null })),
  'set_member_quota(uuid,bigint)': fresh(() => ({ person: NOTHING, quota: 1 })),
  'set_guest(uuid,timestamp with time zone,timestamp with time zone)': fresh(() => ({
    person: NOTHING,
    until: '2030-01-01T00:00:00Z',
    seen: null,
  })),
  'admit_guest(uuid,timestamp with time zone)': fresh(() => ({ person: NOTHING, seen: null })),
  'set_member_role(uuid,text)': fresh(() => ({ person: NOTHING, role: 'member' })),
  'end_role(uuid)': fresh(person),
  'remove_member(uuid)': fresh(person),
  'restore_member(uuid)': fresh(person),
  'suspend_member(uuid)': fresh(person),
  'end_suspension(uuid)': fresh(person),
  'revoke_invitation(uuid)': fresh(() => ({ invitation: NOTHING })),
  'decline_invitation(uuid)': 'hides an invitation from the invited person; it stays open until its end',
  'add_scim_token(text,text,integer,boolean)': fresh(() => ({
    called: 'A',
    hash_hex: 'a'.repeat(64),
    days: 1,
    with_mails: false,
  })),
  'revoke_scim_token(uuid)': fresh(() => ({ token: NOTHING })),
  'create_team(text,text,uuid[])': fresh(() => ({ named: 'A' })),
  'change_team(uuid,integer,text,text)': fresh(() => ({ team: NOTHING, seen: 1, named: 'A', about: '' })),
  'change_people_of_team(uuid,uuid[],uuid[])': fresh(() => ({ team: NOTHING, coming: [], going: [] })),
  'delete_team(uuid)': fresh(() => ({ team: NOTHING })),
  'change_tenant_plan(uuid,text,text)': fresh(() => ({ ...organisation, plan: 'starter', expected: 'starter' })),
  'set_tenant_limits(uuid,integer,bigint,integer)': fresh(() => ({
    ...organisation,
    most_people: 5,
    most_bytes: null,
    known: 0,
  })),
  'suspend_tenant(uuid,text)': fresh(() => ({ ...organisation, reason: 'test' })),
  'resume_tenant(uuid)': fresh(() => organisation),

  // What notices a thief, and what it does then.
  'tune_detector(text,text,real)': fresh(() => ({ detector: 'canary', mode: 'off' })),
  'lift_enforcement(uuid)': fresh(() => ({ enforcement: NOTHING })),
  'answer_detection(uuid,text)': fresh(() => ({ detection: NOTHING, answer: 'me' })),
  'update_incident(uuid,text,uuid,text)': fresh(() => ({ incident: NOTHING, state: 'resolved' })),
  'set_policies(jsonb,integer)': fresh(() => ({ wanted: {}, seen: 0 })),
  'change_retention(text,integer,integer)': fresh(() => ({ category: 'auth', days: 400, where_days: null })),
  'set_legal_hold(text,uuid)': fresh(() => ({ reason: 'test' })),
  'release_legal_hold(uuid,text)': fresh(() => ({ hold: NOTHING, reason: 'test' })),
  'hint_replacement(uuid,text)':
    'says what a client saw of a file; the detector becomes stricter by it and never milder',

  // Sessions and keys.
  'end_sessions_of(uuid,uuid)': fresh(person),
  'revoke_own_session(uuid)': fresh(() => ({ session: NOTHING })),
  'agree_to_recovery(jsonb)': fresh(() => ({ payload: {} })),
  'withdraw_recovery()': fresh(),
  'ask_recovery(uuid,text)': fresh(() => ({ id: NOTHING, public_key: 'A' })),
  'cancel_recovery()': fresh(),
  'answer_recovery(uuid,text,text)': fresh(() => ({ request: NOTHING, sealed_share: 'A', wrapped_key: 'A' })),
  'refuse_recovery(uuid)': fresh(() => ({ request: NOTHING })),
  'enrol_vault(jsonb)':
    'the trigger of user_key_bundles asks, for who has no vault yet: test/auth/changing-ways.test.ts',
  'record_recovery_check()': 'a reminder to read the recovery words; nothing opens by it',
  'add_devices(jsonb)': fresh(() => ({
    added: [{ id: NOTHING, name: 'A', suite: 'floe', interval_seconds: 60, inbox_id: NOTHING, token_hash: 'A' }],
  })),

  // What is deleted for good.
  'delete_forever(uuid[],uuid[])': fresh(() => ({ file_ids: [NOTHING], folder_ids: [NOTHING] })),
  'delete_from_team(uuid[],uuid[])': fresh(() => ({ file_ids: [NOTHING], folder_ids: [] })),
  'delete_team_version(uuid)': fresh(() => ({ version: NOTHING })),
  'delete_team_space(uuid)': fresh(() => ({ space: NOTHING })),
  'put_back(timestamp with time zone,uuid[])': fresh(() => ({ moment: '2026-01-01T00:00:00Z' })),
  'put_back_keyring(date)': fresh(() => ({ day: '2026-01-01' })),
  'put_back_versions(uuid)': 'brings back what lies in the trash',
  'leave_team_space(uuid)':
    'takes the person out of a space that stays with the others, whose managers can take them back',
  'note_team_of_space(uuid,uuid,uuid[],uuid[])': SPACE_NOTE,
  'forget_team_of_space(uuid,uuid)': SPACE_NOTE,

  'open_status_incident(text,text,text,text[])': OPERATOR_TEXT,
  'update_status_incident(uuid,text,text)': OPERATOR_TEXT,
  'schedule_status_maintenance(text,text,text[],timestamp with time zone,timestamp with time zone)': OPERATOR_TEXT,
  'end_status_maintenance(uuid)': OPERATOR_TEXT,
  'put_certificate(uuid,text,bytea)': OPERATOR_TEXT,
  'remove_certificate(uuid)': OPERATOR_TEXT,
  'record_audit_export(bigint,text)': 'notes that events were saved, which the caller reads anyway',
}
