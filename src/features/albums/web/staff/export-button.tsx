/** Downloads every album as the briefs' CSV. */
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '#web/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { listAlbums } from '../../calls.ts';
import { CSV_NAME, printAlbumCsv } from '../../format-csv.ts';

export function ExportButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => callEndpoint(listAlbums),
    onSuccess: (albums) => {
      if (albums.length === 0) {
        toast({ title: 'No Data', description: 'No album submissions to export', variant: 'destructive' });
        return;
      }
      saveText(printAlbumCsv(albums, window.location.origin));
      toast({
        title: 'CSV Downloaded!',
        description: `Exported ${albums.length} album submissions successfully`,
      });
    },
    onError: () =>
      toast({ title: 'Error', description: 'Failed to fetch album submissions', variant: 'destructive' }),
  });
  return (
    <Button onClick={() => mutate()} pending={isPending}>
      Export CSV
    </Button>
  );
}

function saveText(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  link.download = CSV_NAME;
  link.click();
  URL.revokeObjectURL(link.href);
}
