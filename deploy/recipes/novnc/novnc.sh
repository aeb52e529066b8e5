exec websockify --web /usr/share/novnc 127.0.0.1:6080 127.0.0.1:5901
