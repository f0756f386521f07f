/** The dialog to report a track or a comment. The shell provides it, so pages need not know the feature that reads reports. */
import { type ComponentType, createContext } from 'react';

export interface ReportSubject {
  /** The track. */
  id: number;
  /** The vote whose comment is reported. */
  voteId?: number;
  label: string;
}

export const ReportDialogContext = createContext<ComponentType<ReportSubject & { onClose: () => void }>>(
  () => null,
);
