/** What accounts keep about people: staff, and those who ask to become staff. Neither is found by an artist's number. */
import type { PersonalData } from '#ports/personal-data.ts';

export const accountData = (): PersonalData => ({
  columns: [],
  kept: {
    'staff are known by name as long as there is a record of what they did': [
      'admins.email',
      'admins.name',
      'admins.password_hash',
    ],
    'where staff are signed in: gone with the session': [
      'admin_sessions.secret_digest',
      'admin_sessions.previous_digest',
      'admin_sessions.address',
      'admin_sessions.agent',
    ],
    'the second factors of staff: gone when they remove them': [
      'admin_totp.nonce',
      'admin_passkeys.credential_id',
      'admin_passkeys.public_key',
      'admin_passkeys.agent',
    ],
    'a digest or a network address, swept after a day': ['sign_in_failures.key'],
    'people of labels, who write to us by mail and are answered by mail': [
      'access_requests.name',
      'access_requests.email',
      'access_requests.label',
      'access_requests.message',
    ],
  },
});
