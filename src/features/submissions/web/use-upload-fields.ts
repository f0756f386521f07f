/** The values of the upload form and what is wrong with those a person has touched, or with all once they tried to send. */
import { useState } from 'react';
import { checkUpload, type UploadErrors, type UploadForm } from '../rules-upload.ts';

const EMPTY: UploadForm = { artistName: '', phoneNumber: '', trackTitle: '', audioFile: null };

export interface UploadFieldsState {
  values: UploadForm;
  /** Only of fields that were changed, or of all after a refused attempt. */
  errors: UploadErrors;
  change: <Name extends keyof UploadForm>(name: Name, value: UploadForm[Name]) => void;
  /** Shows everything that is wrong and gives it; null when nothing is. */
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
