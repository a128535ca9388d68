"""What a browser sees in place of a program that cannot be shown. It says nothing of what runs here."""

from html import escape

from starlette.responses import HTMLResponse

_STYLE = (
    "html{color-scheme:light dark}body{font:14px/22px system-ui,sans-serif;display:grid;place-content:center;"
    "min-height:90vh;margin:0 24px;text-align:center;color:GrayText}b{color:CanvasText;font-weight:600}"
)


def notice(status: int, title: str, text: str, *, frame_ancestors: str, again_after: int | None = None) -> HTMLResponse:
    again = f'<meta http-equiv="refresh" content="{again_after}">' if again_after else ""
    body = (
        f'<!doctype html><html lang="en"><meta charset="utf-8">{again}<title>{escape(title)}</title>'
        f"<style>{_STYLE}</style><p><b>{escape(title)}</b><br>{escape(text)}"
    )
    headers = {
        "content-security-policy": f"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors {frame_ancestors}",
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
    }
    return HTMLResponse(body, status_code=status, headers=headers)
