/** The upload form's values, and errors for fields that were changed, or for all after an attempt to send. */
import { useState } from 'react';
import { checkUpload, type UploadErrors, type UploadForm } from '../rules-upload.ts';

const EMPTY: UploadForm = { artistName: '', phoneNumber: '', trackTitle: '', audioFile: null };

export interface UploadFieldsState {
  values: UploadForm;
  /** Of fields that were changed, or of all after an attempt to send. */
  errors: UploadErrors;
  change: <Name extends keyof UploadForm>(name: Name, value: UploadForm[Name]) => void;
  /** Shows and returns all errors; null when there are none. */
  check: () => UploadErrors | null;
}

export function useUploadFields(): UploadFieldsState {
  const [values, setValues] = useState(EMPTY);
  const [watched, setWatched] = useState<readonly (keyof UploadForm)[]>([]);
  const all = checkUpload(values);
  const errors = Object.fromEntries(watched.map((name) => [name, all[name]])) as UploadErrors;
  return {
    values,
    errors,
    change: (name, value) => {
      setValues((before) => ({ ...before, [name]: value }));
      setWatched((before) => (before.includes(name) ? before : [...before, name]));
    },
    check: () => {
      setWatched(['artistName', 'phoneNumber', 'trackTitle', 'audioFile']);
      return Object.keys(all).length > 0 ? all : null;
    },
  };
}
