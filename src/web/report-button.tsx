/** 'Report this track': for anyone, below what is shown in public. */
import { Flag } from 'lucide-react';
import { useContext, useState } from 'react';
import { ReportDialogContext, type ReportSubject } from './report-dialog.ts';
import { Button } from './ui/button.tsx';

export function ReportButton(subject: ReportSubject) {
  const [open, setOpen] = useState(false);
  const ReportDialog = useContext(ReportDialogContext);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <Flag aria-hidden="true" className="size-4" />
        {subject.label}
      </Button>
      {open && <ReportDialog {...subject} onClose={() => setOpen(false)} />}
    </>
  );
}
