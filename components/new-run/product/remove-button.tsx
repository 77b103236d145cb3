import { X } from "lucide-react";
import { IconButton } from "../../ui/icon-button";

export function RemoveButton({ what, onClick }: { what: string; onClick: () => void }) {
	return (
		<IconButton label={`Remove ${what}`} className="h-8" onClick={onClick}>
			<X aria-hidden />
		</IconButton>
	);
}
