import { CodedError } from '#contract/coded-error.ts'

/** Everything that can go wrong for a person; texts are made from these in the app. */
export type VaultErrorCode =
  | 'invalid_credentials'
  /** An administrator closed the account. */
  | 'account_closed'
  /** Who runs the installation has suspended the organisation of the account. */
  | 'organisation_leaving'
  | 'organisation_suspended'
  | 'email_not_confirmed'
  | 'user_already_exists'
  | 'weak_password'
  | 'rate_limited'
  | 'link_expired'
  | 'offline'
  | 'file_too_large'
  /** This program writes a format that nobody reads any more. */
  | 'app_outdated'
  /** A certificate of another kind. */
  | 'not_a_pdf'
  /** It does not fit in the storage of the plan; what is stored stays. */
  | 'quota_reached'
  /** The organisation has no storage left of what the operator allows it; what is stored stays. */
  | 'organisation_without_room'
  /** The person, or the organisation, has as many files as the server allows. */
  | 'too_many_files'
  /** The server stores no more changes of a team space, team spaces or decisions about recovery. */
  | 'limit_reached'
  | 'bad_file_name'
  | 'file_damaged'
  /** A file or version that lies elsewhere, or is called otherwise, than the list showed. */
  | 'not_as_shown'
  /** A folder that lies elsewhere, or is called otherwise, than the list showed, or whose signed record does not hold. */
  | 'folder_refused'
  /** The server answered with an older state of the account's keys than this device has seen. */
  | 'vault_rolled_back'
  /** What this device remembers of the account's keys opens under none that the server answered with. */
  | 'keys_refused'
  /** The account's keys lie under another account key than this one: it was replaced elsewhere, or the server mixes old and new. */
  | 'keys_replaced'
  /** The keyring does not open, though the other keys of the account do: somebody wrote over it. */
  | 'keyring_damaged'
  /** The keyring has no room for more people and spaces. */
  | 'keyring_full'
  | 'not_found'
  /** The file on this device was moved, changed or removed, or cannot be read. */
  | 'file_unreadable'
  /** A file on this device is no longer what was sent of it before. */
  | 'source_changed'
  /** The server no longer knows an unfinished upload. */
  | 'upload_expired'
  /** The browser did not take up a download, or gave it up before the end. */
  | 'save_not_started'
  | 'save_stopped'
  /** The server delivers another service worker than the page was built with. */
  | 'worker_exchanged'
  | 'vault_locked'
  | 'wrong_password'
  | 'wrong_recovery_phrase'
  /** The new password is the present one. */
  | 'same_password'
  /** A code of an authenticator app or a recovery code that does not fit. */
  | 'wrong_code'
  /** The organisation would be left without an owner. */
  | 'last_owner'
  /** The plan of the organisation has no room for one more person, or does not have this role. */
  | 'plan_full'
  | 'role_beyond_plan'
  /** A role ends later than now, and within five years. */
  | 'role_end_over'
  /** Whose own role ends gives none that outlasts it. */
  | 'role_end_too_late'
  /** Lists of an organisation name so many people a day. */
  | 'import_limit'
  /** Of so few people a count says who it was. */
  | 'exercise_too_small'
  /** A list of people would do something else than was shown, another one is being sent, or it is gone or sent. */
  | 'import_changed'
  | 'import_running'
  | 'import_gone'
  /** There are as many rows of a kind, or bytes, as there is room for; its text says how many. */
  | 'row_limit'
  /** Somebody else did something about this organisation meanwhile. */
  | 'tenant_changed'
  /** It is being removed: a hold comes too late. */
  | 'tenant_removed'
  | 'already_entered'
  | 'entry_ended'
  | 'not_by_entry'
  /** A guest stays until a day within a year, and holds no role that carries a permission. */
  | 'guest_end_over'
  | 'guest_has_no_role'
  /** A person who becomes a guest gives up roles and the managing of team spaces first. */
  | 'guest_still_holds'
  /** Another administrator moved the end of this guest, or admitted them, since the page was read. */
  | 'guest_changed'
  /** Guests neither make nor manage team spaces. */
  | 'guest_makes_no_space'
  /** An organisation is not deleted while a legal hold keeps it. */
  | 'legal_hold'
  /** There is one demo organisation, none where everybody joins one organisation, and it is not removed at once while people from elsewhere are in it. */
  | 'demo_exists'
  | 'demo_single'
  | 'demo_has_people'
  | 'name_taken'
  /** Of contacts, newsletters and training: not there, or not any longer. */
  | 'entry_gone'
  /** An access review covers nothing; an offboarding would leave a team space without a manager. */
  | 'review_empty'
  | 'space_unmanaged'
  /** A page answers at the address; a redirect would lead to another one. */
  | 'redirect_in_use'
  | 'redirect_leads_on'
  /** Of own guides: another one has the address, or replaces the same one of the software; it lacks what readers need. */
  | 'guide_address_taken'
  | 'guide_replaced'
  | 'guide_incomplete'
  | 'contact_exists'
  /** Two analyses of keywords of the organisation are running. */
  | 'keywords_busy'
  /** Of a course: lessons come before the quiz, a day has five tries, and another version may be there by now. */
  | 'lessons_unread'
  | 'quiz_paused'
  | 'course_changed'
  | 'course_saved_elsewhere'
  | 'course_published'
  | 'course_incomplete'
  /** One phishing exercise in fourteen days. */
  | 'exercise_too_soon'
  /** Somebody else changed the state of a newsletter; it lacks content or a footer; an audience that one is to be sent to. */
  | 'newsletter_moved'
  | 'newsletter_incomplete'
  | 'audience_in_use'
  /** Only the person themselves can ask for newsletters again. */
  | 'contact_suppressed'
  /** Somebody else changed a deal, a quote or the pipeline meanwhile. */
  | 'changed_meanwhile'
  /** The same request runs still; or it may have been done, and its answer is lost. */
  | 'still_running'
  | 'perhaps_done'
  | 'stage_in_use'
  /** There are amounts in the currency that would be changed. */
  | 'currency_fixed'
  /** A quote was sent, answered or revised meanwhile; a deal has one that was sent. */
  | 'quote_closed'
  | 'deal_quoted'
  /** A tier that would be removed has partners; a code of a link, an account, or a customer of another partner. */
  | 'tier_in_use'
  | 'code_taken'
  | 'account_taken'
  | 'customer_registered'
  | 'customer_approved'
  /** A registration was decided or has expired, a commission was paid; a partner is paused or has ended; a month without commissions. */
  | 'partners_closed'
  | 'partner_inactive'
  | 'statement_empty'
  /** A request about the contract or an invoice was answered, issued, paid or cancelled meanwhile. */
  | 'billing_closed'
  /** One of this kind waits; somebody else has to answer it; it is so already. */
  | 'request_waits'
  | 'own_request'
  | 'needless_request'
  /** An invoice says who sells and who pays. */
  | 'sides_missing'
  /** The provider of payments does not answer, or there is none. */
  | 'payments_failed'
  | 'not_a_domain'
  /** An address of an event stream leads into a private network, or is not reached by TLS, or DNS does not know it. */
  | 'address_private'
  | 'address_needs_https'
  | 'address_unfit'
  | 'host_unknown'
  | 'not_a_certificate'
  /** The receiver's token has to be typed, for the first time or for another host. */
  | 'token_needed'
  | 'too_many_factors'
  /** The browser or the person ended the use of a passkey, or there is none for this site. */
  | 'passkey_stopped'
  /** A passkey of this site, but none that opens this vault. */
  | 'passkey_opens_nothing'
  /** Its authenticator has no PRF extension. */
  | 'passkey_without_prf'
  /** The account's key cannot be replaced before it has new recovery words. */
  | 'passkey_needs_words'
  /** A passkey that this account does not have. */
  | 'passkey_unknown'
  /** It was removed from the vault, which never takes it again. */
  | 'passkey_removed'
  /** Removing it takes the password, for the vault gets a new key. */
  | 'passkey_opens_vault'
  | 'needs_second_factor'
  /** The session alone is not enough: the person has to show that they are there. */
  | 'proof_needed'
  /** The same, where there is no password yet that could show it. */
  | 'sign_in_too_old'
  | 'session_ended'
  /** Something unusual was noticed about the session: its person has to show that it is them. */
  | 'confirmation_needed'
  /** Unusually many files were read on a new device: the server gives out one a second until its person shows that it is them. */
  | 'reading_slowed'
  /** The organisation requires a second factor, and the session has shown none. */
  | 'second_factor_required'
  /** The organisation takes some ways to sign in alone, and the session was opened by another. */
  | 'sign_in_way_required'
  /** The rules of the organisation do not allow it. */
  | 'against_rules'
  /** Who requires a second factor of others has to show their own. */
  | 'own_factor_missing'
  /** The session was opened by none of the ways to sign in that its person requires of others. */
  | 'own_way_missing'
  /** A second factor, or ways to sign in, are required from a day ahead at the earliest. */
  | 'too_soon'
  /** So many files were replaced or deleted that the server pauses that, until its person confirms that it was them. */
  | 'changes_paused'
  /** A shared link: unknown or a wrong secret; over, for one of three reasons; its file lies in the trash; its password is wrong; what it hands over was changed. */
  | 'share_link_unknown'
  | 'share_link_revoked'
  | 'share_link_expired'
  | 'share_link_used_up'
  | 'share_link_unavailable'
  | 'share_link_password'
  | 'share_link_damaged'
  /** Somebody changed or ended the link at the same moment. */
  | 'share_link_changed'
  /** One file of several that the link does not open, or no longer. */
  | 'share_link_file_missing'
  /** The hour of a visit is over; another one counts again. */
  | 'share_visit_ended'
  /** More files than a link opens, or names that take more room than it has. */
  | 'link_too_many'
  | 'link_too_large'
  /** A request for files: unknown or a wrong secret; over; its password is wrong; what it says was changed; its limits are reached. */
  | 'request_unknown'
  | 'request_ended'
  | 'request_expired'
  | 'request_password'
  | 'request_damaged'
  | 'request_full'
  | 'request_no_room'
  /** The server let a device not do what it asked; its sentence says why. */
  | 'device_refused'
  /** The key that a device is to seal to is not the one that its owner vouched for. */
  | 'device_inbox_refused'
  /** An enrolment code that is none, or cut off. */
  | 'device_code_unreadable'
  /** The server offered key derivation settings below the floor. */
  | 'weak_settings'
  /** Nobody with this address in the organisation, or without a vault yet. */
  | 'person_unknown'
  | 'person_without_vault'
  /** Somebody's public keys are not the ones that were seen before. */
  | 'key_changed'
  /** Why somebody is given nothing, by what the public log lists of their keys: none yet; others than these; these after others; nothing that the server proves. */
  | 'key_not_listed'
  | 'key_other_listed'
  | 'key_listed_twice'
  | 'key_unproved'
  /** The public log is not the one that this device knew; too few witnesses signed it recently; it could not be asked. */
  | 'key_log_refused'
  | 'key_log_late'
  | 'key_log_offline'
  /** Why nothing is wrapped or sealed under a list of members: the public log lists it not yet; another one under its number; one behind it; nothing that the server proves. */
  | 'roster_not_listed'
  | 'roster_other_listed'
  | 'roster_newer_listed'
  | 'roster_unproved'
  /** The same of the policy of an organisation's recovery. */
  | 'policy_not_listed'
  | 'policy_other_listed'
  | 'policy_newer_listed'
  | 'policy_unproved'
  /** A log that was not signed yet. */
  | 'log_not_signed'
  /** A file that was shared with this account and no longer is. */
  | 'share_ended'
  /** A grant that its owner did not sign for this account, or one that was replaced. */
  | 'share_refused'
  /** The history of a team space is not what its managers signed, or an older one than was seen. */
  | 'space_refused'
  /** A file of a team space whose author was shown another list of members. */
  | 'members_differ'
  /** A team space that was deleted, or that the account does not belong to any more. */
  | 'space_gone'
  /** Somebody else changed a team space at the same moment. */
  | 'space_changed'
  /** A team that was deleted, one that an identity provider manages, a name that another one has. */
  | 'team_gone'
  | 'team_provisioned'
  | 'team_name_taken'
  /** Somebody else changed a team at the same moment. */
  | 'team_changed'
  /** As many people as a team has, or teams as an organisation has. */
  | 'team_full'
  | 'too_many_teams'
  /** A team space would be left without a manager. */
  | 'last_manager'
  /** What the organisation decided about recovery: not what somebody known signed, or older than what was seen. */
  | 'policy_refused'
  /** Signed by somebody whose keys this vault has never seen. */
  | 'policy_author_unknown'
  /** The newest decision cannot be checked, as the account that signed it is gone. */
  | 'policy_author_gone'
  /** Somebody changed it at the same moment. */
  | 'policy_changed'
  /** Evidence of events of the audit log: more than one bundle holds; the ledger is not what it was; none of them has its place yet. */
  | 'evidence_too_many'
  | 'evidence_refused'
  | 'evidence_empty'
  /** An incident that is not there, or maintenance that is over. */
  | 'status_over'
  /** Without oneself, fewer are named than it takes. */
  | 'policy_too_few'
  /** The typed digits are not those of the request that the server shows. */
  | 'recovery_code_wrong'
  /** What the server shows as a share is none for this holder and account. */
  | 'recovery_share_refused'
  /** What was answered does not open the account. */
  | 'recovery_refused'
  /** Fewer have answered than it takes. */
  | 'recovery_waiting'
  /** This browser holds no key of the request, or there is none. */
  | 'recovery_elsewhere'
  | 'recovery_asked_often'
  /** The person's roles do not carry this. */
  | 'not_allowed'
  /** Does not belong to the organisation, or not any more. */
  | 'not_member'
  /** An address that cannot be invited, because it has an account. */
  | 'account_exists'
  /** A sign-in elsewhere: cancelled or refused there, an address that was not confirmed there, or no organisation of this domain. */
  | 'elsewhere_refused'
  | 'elsewhere_unconfirmed'
  | 'organisation_unknown'
  /** The server takes no new accounts. */
  | 'signup_closed'
  /** A mailed or texted code that does not fit or is too old. */
  | 'wrong_sent_code'
  /** An account that has no email address, which a vault needs. */
  | 'no_address'
  | 'phone_taken'
  | 'unexpected'

/** The one exception of this part. `message` is a plain sentence or the service's own; it never holds a secret. */
export class VaultError extends CodedError<VaultErrorCode> {
  override readonly name = 'VaultError'
}

/** Whether the server wants to know that the person is there. */
export const isProofNeeded = (error: unknown): boolean => error instanceof VaultError && error.code === 'proof_needed'

/** Failures to verify are not distinguished further: which check failed is in `cause`. */
export function damaged(cause: unknown): VaultError {
  return new VaultError('file_damaged', 'This file was changed or damaged; nothing was saved.', { cause })
}
